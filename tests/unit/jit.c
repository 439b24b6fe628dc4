/* Kernels to cubins with a real NVRTC: what does not compile takes no neighbour along; cache, dump,
 * temporary folder. */
#include "jit.h"

#include <ftw.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "elf.h"
#include "path.h"
#include "tap.h"

#define COUNT(a) (sizeof(a) / sizeof(*(a)))
#define ARCH 80

#define F32                                                                                        \
	"about = t\ntype = f32\ninit = 1.0f + lane\na = 0.5f + lane\nsass = FADD\nclass = fadd\n"
static const char text[] =
	"[good]\nptx = add.rn.f32 $d, $d, $a\n" F32 "[bad]\nptx = add.rn.f33 $d, $d, $a\n" F32
	"[other]\nptx = mul.rn.f32 $d, $d, $a\n" F32
	"[unknown]\nptx = add.rn.f32 $d, $d, $b\nb = nobody\n" F32;

static struct probe_set set;
static struct nvrtc *nvrtc;
static char root[] = "/tmp/cmptune-jit-XXXXXX";

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st, (void)type, (void)ftw;
	return remove(path);
}

/* A path below the test's folder: good until the eighth next call. */
static const char *at(const char *name)
{
	static char path[8][256];
	static int turn;
	char *out = path[turn++ % 8];

	snprintf(out, sizeof(path[0]), "%s/%s", root, name);
	return out;
}

static bool exists(const char *path)
{
	struct stat st;

	return path && stat(path, &st) == 0;
}

/* Kernels with U and 2U copies of each probe named, side by side. */
static size_t kernels(const char *const *names, size_t n, struct gen_kernel *out)
{
	for (size_t i = 0; i < n; i++) {
		const struct probe *p = spec_find(&set, names[i]);

		gen_kernel_init(&out[2 * i], p, 1, 8);
		gen_kernel_init(&out[2 * i + 1], p, 1, 16);
	}
	return 2 * n;
}

static int build(struct jit_request r, struct jit_result *out)
{
	struct fault f = {0};
	int rc;

	r.nvrtc = nvrtc;
	r.arch = r.arch ? r.arch : ARCH;
	r.set = &set;
	r.jobs = r.jobs ? r.jobs : 2;
	rc = jit_build(&r, out, &f);
	if (rc)
		ok(0, "builds: %s", f.text);
	return rc;
}

static bool holds(const char *cubin, const char *kernel)
{
	struct buf image = BUF_INIT;
	struct elf_cubin c = {0};
	struct fault f = {0};
	bool yes = cubin && !file_read(cubin, 1 << 24, &image, &f) &&
		   !elf_open(image.s, image.len, &c, &f) && elf_find(&c, kernel);

	elf_done(&c);
	buf_done(&image);
	return yes;
}

static void test_neighbours(void)
{
	static const char *const names[] = {"good", "bad", "other", "unknown"};
	struct gen_kernel k[2 * COUNT(names)];
	struct jit_result r;
	const struct jit_request how = {
		.kernel = k, .n = kernels(names, COUNT(names), k), .cache_dir = at("bad")};

	if (build(how, &r))
		return;
	is_int((long long)r.n_programs, 1, "one program");
	for (size_t i = 0; i < r.n; i++) {
		bool good = i / 2 % 2 == 0;

		ok(good ? r.cubin[i] && !r.log[i] : !r.cubin[i] && r.log[i], "%s: %s", k[i].name,
		   good ? "a cubin and no log" : "a log and no cubin");
		if (good)
			ok(holds(r.cubin[i], k[i].name), "%s: the cubin holds it", k[i].name);
	}
	is_str(r.cubin[0], r.cubin[1], "U and 2U are of one compilation");
	has_str(r.log[2], ".f33", "the log tells what is wrong");
	has_str(r.log[6], "nobody", "each its own");
	ok(r.log[2] && !strstr(r.log[2], "nobody"), "and not the neighbour's");
	ok(!r.temporary && r.seconds > 0, "in the folder asked for");
	jit_done(&r);
	ok(!r.cubin && !r.log && !r.n, "done");
	if (build(how, &r))
		return;
	ok(r.cubin[0] && r.log[2] && r.cubin[4] && r.log[6], "the same again");
	jit_done(&r);
}

struct seen {
	size_t calls, last, total;
	bool backwards;
};

static void progress(size_t done_now, size_t total, void *user)
{
	struct seen *s = user;

	s->calls++;
	s->backwards |= done_now < s->last || done_now > total;
	s->last = done_now;
	s->total = total;
}

/* More kernels than a program takes: probes stay whole. */
static void test_cache(void)
{
	static const char *const names[] = {"good", "other"};
	struct gen_kernel k[30];
	struct jit_result r;
	struct seen seen = {0};
	struct jit_request how = {.kernel = k,
				  .n = COUNT(k),
				  .cache_dir = at("new/cache"),
				  .progress = progress,
				  .user = &seen};

	for (int i = 0; i < 30; i++) /* ten of one, then twenty of the other */
		gen_kernel_init(&k[i], spec_find(&set, names[i >= 10]), 1, 8 + 2 * i);
	if (build(how, &r))
		return;
	is_int((long long)r.n_programs, 1, "a probe's kernels are not parted for their number");
	is_int((long long)r.n_cached, 0, "nothing was there");
	ok(holds(r.cubin[0], k[0].name) && holds(r.cubin[29], k[29].name), "all are compiled");
	ok(seen.calls > 0 && !seen.backwards && seen.total == 1, "with progress: %zu calls",
	   seen.calls);
	jit_done(&r);
	for (int i = 0; i < 30; i++) /* twelve, then eighteen */
		gen_kernel_init(&k[i], spec_find(&set, names[i >= 12]), 1, 8 + 2 * i);
	if (build(how, &r))
		return;
	is_int((long long)r.n_programs, 2, "a full program is followed by another");
	ok(r.cubin[11] && r.cubin[12] && strcmp(r.cubin[11], r.cubin[12]), "another cubin");
	ok(holds(r.cubin[11], k[11].name) && holds(r.cubin[12], k[12].name), "each with its own");
	jit_done(&r);
	if (build(how, &r))
		return;
	is_int((long long)r.n_cached, 2, "the second time all is there");
	ok(holds(r.cubin[29], k[29].name), "and the same");
	jit_done(&r);
	gen_kernel_init(&k[29], spec_find(&set, "other"), 1, 400);
	if (build(how, &r))
		return;
	is_int((long long)r.n_cached, 1, "one kernel changes one program");
	jit_done(&r);
	how.n = 12;
	how.arch = 86;
	if (build(how, &r))
		return;
	is_int((long long)r.n_cached, 0, "another architecture is another cubin");
	jit_done(&r);
	how.n = 0;
	if (build(how, &r))
		return;
	ok(r.n == 0 && r.n_programs == 0, "nothing to build");
	jit_done(&r);
}

static void test_default_cache(void)
{
	static const char *const names[] = {"good"};
	struct gen_kernel k[2];
	struct jit_result r;
	const struct jit_request how = {.kernel = k, .n = kernels(names, 1, k)};

	setenv("XDG_CACHE_HOME", at("xdg"), 1);
	if (build(how, &r))
		return;
	ok(r.cubin[0] && !strncmp(r.cubin[0], at("xdg/cmptune/"), strlen(at("xdg/cmptune/"))),
	   "without a folder the cache is XDG's");
	jit_done(&r);
}

static void test_dump(void)
{
	static const char *const names[] = {"good"}, *const both[] = {"bad", "other"};
	static const char *const files[] = {
		"dump/p_good_c1_u8.sm_80.cu",    "dump/p_good_c1_u8.sm_80.ptx",
		"dump/p_good_c1_u8.sm_80.cubin", "dump/p_bad_c1_u8.sm_80.cu",
		"dump/p_bad_c1_u8.sm_80.log",    "dump/p_other_c1_u8.sm_80.cubin"};
	struct gen_kernel k[4];
	struct jit_result r;
	struct buf source = BUF_INIT, wanted = BUF_INIT;
	struct fault f = {0};
	struct jit_request how = {.kernel = k,
				  .n = kernels(names, 1, k),
				  .cache_dir = at("dumped"),
				  .dump_dir = at("dump")};

	for (int pass = 0; pass < 2; pass++) {
		if (build(how, &r))
			return;
		is_int((long long)r.n_cached, 0, "dumping does not read the cache, pass %d", pass);
		jit_done(&r);
	}
	gen_program(k, 2, &set, &wanted);
	file_read(at(files[0]), 1 << 20, &source, &f);
	is_str(buf_str(&source), buf_str(&wanted), "the source is dumped");
	ok(holds(at(files[2]), k[0].name), "and the cubin");
	how.n = kernels(both, 2, k);
	if (build(how, &r))
		return;
	jit_done(&r);
	for (size_t i = 0; i < COUNT(files); i++)
		ok(exists(at(files[i])), "there is %s", files[i]);
	ok(!exists(at("dump/p_bad_c1_u8.sm_80.cubin")), "and no cubin of the bad one");
	buf_done(&source);
	buf_done(&wanted);
}

/* What stands in the way is a file: that stops root as well. */
static void test_unwritable(void)
{
	static const char *const names[] = {"good"};
	struct gen_kernel k[2];
	struct jit_result r;
	struct fault f = {0};
	struct jit_request how = {
		.kernel = k, .n = kernels(names, 1, k), .cache_dir = at("file/cache")};
	char *temporary;

	file_write(at("file"), "x", 1, &f);
	path_make_dirs(at("tmp"), &f);
	setenv("TMPDIR", at("tmp"), 1);
	if (build(how, &r))
		return;
	if (ok(r.temporary != NULL, "an unwritable cache: a temporary folder")) {
		temporary = mem_text(r.temporary);
		ok(!strncmp(temporary, at("tmp/"), strlen(at("tmp/"))), "in $TMPDIR");
		ok(r.cubin[0] && !strncmp(r.cubin[0], temporary, strlen(temporary)),
		   "the cubins are in it");
		ok(holds(r.cubin[0], k[0].name), "and whole");
		jit_done(&r);
		ok(!exists(temporary), "jit_done removes it");
		free(temporary);
	}
	setenv("TMPDIR", at("file/none"), 1);
	how.nvrtc = nvrtc;
	how.arch = ARCH;
	how.set = &set;
	is_int(jit_build(&how, &r, &f), FAULT_FILE, "no folder anywhere");
	has_str(f.text, "no folder for compiled kernels can be made in ", "is said");
	unsetenv("TMPDIR");
	how.cache_dir = at("again");
	how.dump_dir = at("file/dump");
	ok(jit_build(&how, &r, &f) != 0, "a dump folder that cannot be made: %s", f.text);
}

/* An NVRTC that takes its process along: tried again, and said. */
static void test_dying(void)
{
	static const char *const names[] = {"good", "other"};
	const char *cc = getenv("CC");
	struct nvrtc *real = nvrtc;
	struct buf command = BUF_INIT;
	struct gen_kernel k[4];
	struct jit_result r;
	struct fault f = {0};
	const struct jit_request how = {
		.kernel = k, .n = kernels(names, 2, k), .cache_dir = at("dying")};

	path_make_dirs(at("stub"), &f);
	buf_addf(&command,
		 "%s -shared -fPIC -DDIES -DMAJOR=13 -DMINOR=0 -DARCH_A=75 -DARCH_B=80 "
		 "-o '%s/stub/libnvrtc.so.13' tests/data/nvrtc_stub.c",
		 cc && *cc ? cc : "cc", root);
	if (system(buf_str(&command)) || nvrtc_open(ARCH, at("stub"), &nvrtc, &f)) {
		skip("a compiler that dies", "the stub of NVRTC cannot be built");
	} else {
		if (!build(how, &r)) {
			for (size_t i = 0; i < r.n; i++)
				is_str(r.cubin[i] ? "a cubin" : r.log[i],
				       "the compiling process died before it finished", "%s",
				       k[i].name);
			jit_done(&r);
		}
		nvrtc_close(nvrtc);
	}
	nvrtc = real;
	buf_done(&command);
}

int main(void)
{
	struct fault f = {0}, other = {0};

	if (nvrtc_open(ARCH, NULL, &nvrtc, &f) && nvrtc_open(ARCH, "build", &nvrtc, &other))
		skip_all(f.text);
	if (spec_parse(&set, "jit.ini", text, &f) || spec_finish(&set, &f) || !mkdtemp(root)) {
		printf("Bail out! %s\n", f.text);
		return 1;
	}
	test_neighbours();
	test_cache();
	test_default_cache();
	test_dump();
	test_unwritable();
	test_dying();
	nvrtc_close(nvrtc);
	spec_done(&set);
	nftw(root, remove_one, 8, FTW_DEPTH | FTW_PHYS);
	return done();
}
