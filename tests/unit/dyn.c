/* dyn: which library is opened, which symbol is taken, what is said when one is missing. */
#include "dyn.h"
#include "tap.h"

struct api {
	double (*cosine)(double);
	double (*optional)(double);
};

int main(void)
{
	static const char *const math[] = {"libcmptune-nothing.so.1", "libm.so.6", NULL};
	static const char *const nothing[] = {"libcmptune-nothing.so.1", "libcmptune-nothing.so",
					      NULL};
	static const char *const bad_path[] = {"/nonexistent/libm.so", NULL};
	static const char *const no_library[] = {"./Makefile", NULL};
	const struct dyn_symbol good[] = {
		{"cos_v99 cos", offsetof(struct api, cosine), 1},
		{"cmptune_no_such_function", offsetof(struct api, optional), 0}};
	const struct dyn_symbol bad[] = {
		{"cos", offsetof(struct api, cosine), 1},
		{"cmptune_f_v2 cmptune_f", offsetof(struct api, optional), 1}};
	struct fault f = {0};
	struct api api = {0};
	void *handle = NULL;

	is_int(dyn_open(math, good, 2, &api, &handle, &f), 0,
	       "the second soname is taken when the first does not load");
	is_near(api.cosine ? api.cosine(0.0) : 0, 1.0, 0,
		"the second spelling of a symbol is taken");
	ok(api.optional == NULL, "an optional symbol may be missing");
	dyn_close(handle);
	dyn_close(NULL);

	handle = NULL;
	is_int(dyn_open(nothing, good, 2, &api, &handle, &f), FAULT_DEVICE, "no library");
	is_str(f.text,
	       "libcmptune-nothing.so.1 is not installed; libcmptune-nothing.so is not installed",
	       "all are named");
	is_int(dyn_open(bad_path, good, 2, &api, &handle, &f), FAULT_DEVICE, "no file");
	is_str(f.text, "there is no /nonexistent/libm.so", "the file is named");
	is_int(dyn_open(no_library, good, 2, &api, &handle, &f), FAULT_DEVICE, "not a library");
	has_str(f.text, "cannot load ./Makefile", "the loader's words are kept");
	is_int(dyn_open(math, bad, 2, &api, &handle, &f), FAULT_DEVICE,
	       "a required symbol is missing");
	has_str(f.text, "cmptune_f_v2 cmptune_f", "its spellings are named");
	has_str(f.text, "/libm.so.6", "and the file");
	ok(handle == NULL, "no handle is left behind");
	return done();
}
