/*
 * Turns a list of sonames and rows of symbols into a filled table of function pointers.
 * Must not guess: a library that lacks a required symbol is refused, and the loader's own words are
 * passed on.
 */
#include "dyn.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>

#include "buf.h"

/* The file that holds address, else the name it was asked for by. */
static const char *file_of(const void *address, const char *soname)
{
	Dl_info info;

	return address && dladdr(address, &info) && info.dli_fname ? info.dli_fname : soname;
}

static void *find_symbol(void *handle, const char *names)
{
	struct buf one = BUF_INIT;
	void *address = NULL;

	while (!address && *names) {
		size_t n = strcspn(names, " ");

		buf_clear(&one);
		buf_add(&one, names, n);
		address = n ? dlsym(handle, buf_str(&one)) : NULL;
		names += n;
		names += strspn(names, " ");
	}
	buf_done(&one);
	return address;
}

/* The loader's words begin with the file's name, or with that of a library it needs: those are kept
 * as they are. */
static void add_reason(struct buf *why, const char *soname, const char *text)
{
	size_t n = strlen(soname);

	buf_puts(why, why->len ? "; " : "");
	if (strncmp(text, soname, n) == 0 && text[n] == ':' && strstr(text, strerror(ENOENT)))
		buf_addf(why, strchr(soname, '/') ? "there is no %s" : "%s is not installed",
			 soname);
	else
		buf_addf(why, "cannot load %s", text);
}

static void *open_first(const char *const *sonames, const char **soname, struct fault *f)
{
	struct buf why = BUF_INIT;
	void *handle = NULL;

	for (; *sonames && !handle; sonames++) {
		handle = dlopen(*sonames, RTLD_NOW | RTLD_LOCAL);
		*soname = *sonames;
		if (!handle)
			add_reason(&why, *soname, dlerror());
	}
	if (!handle)
		fault_set(f, FAULT_DEVICE, "%s", buf_str(&why));
	buf_done(&why);
	return handle;
}

int dyn_open(const char *const *sonames, const struct dyn_symbol *symbols, size_t n, void *api,
	     void **handle, struct fault *f)
{
	const char *soname = "a library without a name";
	void *h = open_first(sonames, &soname, f);
	const void *some = NULL;

	if (!h)
		return FAULT_DEVICE;
	for (size_t i = 0; i < n; i++) {
		void *address = find_symbol(h, symbols[i].names);

		if (!address && symbols[i].required) {
			fault_set(f, FAULT_DEVICE,
				  "%s has no symbol %s: it is too old, or not what its name says",
				  file_of(some, soname), symbols[i].names);
			dlclose(h);
			return FAULT_DEVICE;
		}
		some = address ? address : some;
		/* POSIX lets a void * carry a function's address; ISO C has no cast for it. */
		memcpy((char *)api + symbols[i].offset, &address, sizeof(address));
	}
	*handle = h;
	return 0;
}

void dyn_close(void *handle)
{
	if (handle)
		dlclose(handle);
}

int dyn_has(void *handle, const char *symbol)
{
	return dlsym(handle, symbol) != NULL;
}
