/*
 * $FAKE_FAIL, $FAKE_HANG, $FAKE_CRASH, $FAKE_SLEEP and the schedules: what goes wrong on purpose,
 * and when. Counts are kept in the process, or in the file $FAKE_STATE, which a restarted process
 * finds again.
 */
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "buf.h"
#include "fake.h"

#define RULES_MAX 64
#define EXIT_MISTAKE 99 /* in the test, not in the tool */

enum action { ACTION_FAIL, ACTION_HANG, ACTION_CRASH, ACTION_SLEEP };

struct rule {
	enum action action;
	char call[48];
	char kernel[96]; /* pattern; "" for any and for none */
	unsigned long from, to, value;
};

/* Every call that a rule may name, by all its symbol names. */
static const char *const call_names[] = {
#define CUDA_API(member, required, names, params) names,
#define NVML_API(member, required, names, result, params) names,
#include "cuda_api.def"
#include "nvml_api.def"
#undef CUDA_API
#undef NVML_API
};

struct state {
	uint64_t launches, hits[RULES_MAX];
};

static struct rule rules[RULES_MAX];
static size_t n_rules;
static bool rules_read;
static struct state own_state;
static struct state *state;

void fake_die(const char *fmt, ...)
{
	va_list ap;

	fputs("driver double: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	_exit(EXIT_MISTAKE);
}

static struct state *state_get(void)
{
	const char *path = getenv("FAKE_STATE");
	int fd;

	if (state)
		return state;
	if (!path)
		return state = &own_state;
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
	if (fd < 0 || ftruncate(fd, sizeof(*state)) != 0)
		fake_die("FAKE_STATE: %s cannot be written", path);
	state = mmap(NULL, sizeof(*state), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (state == MAP_FAILED)
		fake_die("FAKE_STATE: %s cannot be mapped", path);
	close(fd);
	return state;
}

/* Length without "_v2": a rule may name any version. */
static size_t bare_len(const char *name, size_t len)
{
	if (len > 3 && name[len - 3] == '_' && name[len - 2] == 'v' && name[len - 1] >= '0' &&
	    name[len - 1] <= '9')
		len -= 3;
	return len;
}

static bool same_call(const char *a, size_t a_len, const char *b, size_t b_len)
{
	a_len = bare_len(a, a_len);
	return a_len == bare_len(b, b_len) && strncmp(a, b, a_len) == 0;
}

static bool is_call(const char *name)
{
	for (size_t i = 0; i < sizeof(call_names) / sizeof(*call_names); i++)
		for (const char *p = call_names[i]; *p; p += strspn(p, " ")) {
			size_t len = strcspn(p, " ");

			if (same_call(name, strlen(name), p, len))
				return true;
			p += len;
		}
	return false;
}

static bool has_kernel(const char *call)
{
	return strcmp(call, "cuLaunchKernel") == 0 || strcmp(call, "cuModuleGetFunction") == 0 ||
	       strcmp(call, "cuFuncGetAttribute") == 0;
}

/* "N", "N-" or "N-M"; 0 or -1. */
static int range_parse(const char *text, unsigned long *from, unsigned long *to)
{
	char *end;

	*from = *to = strtoul(text, &end, 10);
	if (*end == '-')
		*to = end[1] ? strtoul(end + 1, &end, 10) : (end++, ULONG_MAX);
	return *end == '\0' && *from > 0 && *to >= *from ? 0 : -1;
}

/* CALL[=KERNEL][@RANGE][:VALUE] */
static void rule_parse(enum action action, const char *variable, char *text)
{
	char *value = strchr(text, ':'), *range, *kernel, *end = NULL;
	struct rule r = {.action = action, .from = 1, .to = ULONG_MAX};
	bool wants_value = action == ACTION_FAIL || action == ACTION_SLEEP;

	if (value)
		*value++ = '\0';
	range = strchr(text, '@');
	if (range)
		*range++ = '\0';
	kernel = strchr(text, '=');
	if (kernel)
		*kernel++ = '\0';
	if (!is_call(text))
		fake_die("%s: no call of the drivers is named %s", variable, text);
	if (kernel && !has_kernel(text))
		fake_die("%s: %s has no kernel that could be %s", variable, text, kernel);
	if (range && range_parse(range, &r.from, &r.to) != 0)
		fake_die("%s: %s@%s: N, N- or N-M is wanted", variable, text, range);
	if (wants_value)
		r.value = value ? strtoul(value, &end, 10) : 0;
	if (wants_value != !!value || (end && (*end || !r.value)))
		fake_die("%s: %s: a number %s after a colon", variable, text,
			 wants_value ? "must follow" : "has no place");
	if (n_rules == RULES_MAX)
		fake_die("%s: more than %d rules", variable, RULES_MAX);
	snprintf(r.call, sizeof(r.call), "%s", text);
	snprintf(r.kernel, sizeof(r.kernel), "%s", kernel ? kernel : "");
	rules[n_rules++] = r;
}

static void rules_load(void)
{
	static const struct {
		const char *variable;
		enum action action;
	} source[] = {
		{"FAKE_SLEEP", ACTION_SLEEP},
		{"FAKE_CRASH", ACTION_CRASH},
		{"FAKE_HANG", ACTION_HANG},
		{"FAKE_FAIL", ACTION_FAIL},
	};

	rules_read = true;
	for (size_t i = 0; i < sizeof(source) / sizeof(*source); i++) {
		char *text = mem_text(getenv(source[i].variable)), *rest = NULL;

		for (char *t = text ? strtok_r(text, " ,;", &rest) : NULL; t;
		     t = strtok_r(NULL, " ,;", &rest))
			rule_parse(source[i].action, source[i].variable, t);
		free(text);
	}
}

static void nap(unsigned long ms)
{
	struct timespec ts = {.tv_sec = (time_t)(ms / 1000),
			      .tv_nsec = (long)(ms % 1000) * 1000000};

	while (nanosleep(&ts, &ts) != 0)
		;
}

int fake_rule(const char *call, const char *kernel)
{
	if (!rules_read)
		rules_load();
	for (size_t i = 0; i < n_rules; i++) {
		const struct rule *r = &rules[i];
		unsigned long hit;

		if (!same_call(r->call, strlen(r->call), call, strlen(call)))
			continue;
		if (r->kernel[0] && (!kernel || fnmatch(r->kernel, kernel, 0) != 0))
			continue;
		hit = __atomic_add_fetch(&state_get()->hits[i], 1, __ATOMIC_RELAXED);
		if (hit < r->from || hit > r->to)
			continue;
		switch (r->action) {
		case ACTION_FAIL:
			return (int)r->value;
		case ACTION_HANG:
			for (;;)
				pause();
		case ACTION_CRASH:
			abort();
		case ACTION_SLEEP:
			nap(r->value);
			break;
		}
	}
	return 0;
}

double fake_schedule(const char *variable, uint64_t n, double fallback)
{
	char *text = mem_text(getenv(variable)), *rest = NULL;
	double result = fallback;

	for (char *t = text ? strtok_r(text, " ,;", &rest) : NULL; t;
	     t = strtok_r(NULL, " ,;", &rest)) {
		char *range = strchr(t, '@'), *end;
		unsigned long from = 1, to = ULONG_MAX;
		double value;

		if (range)
			*range++ = '\0';
		value = (double)strtoull(t, &end, 0);
		if (end == t || *end || (range && range_parse(range, &from, &to) != 0))
			fake_die("%s: VALUE@N-M is wanted", variable);
		if (n >= from && n <= to)
			result = value;
	}
	free(text);
	return result;
}

static uint64_t *launches(void)
{
	return getenv("FAKE_STATE") ? &state_get()->launches : &fake_progress()->launches;
}

uint64_t fake_launches(void)
{
	return __atomic_load_n(launches(), __ATOMIC_RELAXED);
}

uint64_t fake_launches_add(void)
{
	return __atomic_add_fetch(launches(), 1, __ATOMIC_RELAXED);
}
