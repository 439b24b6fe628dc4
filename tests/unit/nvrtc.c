/* nvrtc: which library is chosen (stubs tell versions), what is said when none fits, and compiling
 * with a real one. */
#include <ftw.h>
#include <locale.h>
#include <sys/stat.h>
#include <unistd.h>

#include "nvrtc.h"
#include "path.h"
#include "tap.h"

static char root[] = "/tmp/cmptune-nvrtc-XXXXXX";

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st, (void)type, (void)ftw;
	return remove(path);
}

static int build_stub(const char *dir, const char *soname, const char *defines)
{
	const char *cc = getenv("CC");
	struct buf path = BUF_INIT, command = BUF_INIT;
	int rc;

	buf_addf(&path, "%s/%s", root, dir);
	path_make_dirs(buf_str(&path), NULL);
	buf_addf(&command, "%s -shared -fPIC %s -o '%s/%s' tests/data/nvrtc_stub.c",
		 cc && *cc ? cc : "cc", defines, buf_str(&path), soname);
	rc = system(buf_str(&command));
	buf_done(&path);
	buf_done(&command);
	return rc;
}

static void write_under_root(const char *file, const char *text)
{
	struct buf path = BUF_INIT;

	buf_addf(&path, "%s/%s", root, file);
	file_write(buf_str(&path), text, strlen(text), NULL);
	buf_done(&path);
}

static void is_choice(int arch, const char *where, const char *want)
{
	struct nvrtc *n = NULL;
	struct fault f = {0};
	struct buf got = BUF_INIT;
	int major, minor;

	if (nvrtc_open(arch, where, &n, &f) == 0) {
		nvrtc_version(n, &major, &minor);
		buf_addf(&got, "%d.%d", major, minor);
	}
	is_str(got.s, want, "the library for sm_%d", arch);
	if (!n && want)
		diag("%s", f.text);
	nvrtc_close(n);
	buf_done(&got);
}

static void test_all(void)
{
	struct fault f = {0};
	struct nvrtc **lib = NULL;
	size_t n = 7;
	int major = 0, minor = 0;

	is_int(nvrtc_open_all(root, &lib, &n, &f), 0, "all libraries of a folder: %s", f.text);
	if (is_int((long long)n, 2, "of each major version one")) {
		nvrtc_version(lib[0], &major, &minor);
		is_int(major * 100 + minor, 1300, "the newest first");
		nvrtc_version(lib[1], &major, &minor);
		is_int(major * 100 + minor, 1209, "the newest of its major version");
	}
	for (size_t i = 0; i < n; i++)
		nvrtc_close(lib[i]);
	free(lib);
	is_int(nvrtc_open_all("/nonexistent", &lib, &n, &f), FAULT_BUILD, "no library at all");
	is_int((long long)n, 0, "is none");
	has_str(f.text, "there is no /nonexistent", "and said");
}

static void test_choice(void)
{
	struct fault f = {0};
	struct nvrtc *n = NULL;
	char in_toolkit[64];
	size_t count = 0;

	if (!mkdtemp(root) ||
	    build_stub("nvrtc13/nvidia/cu13/lib", "libnvrtc.so.13",
		       "-DMAJOR=13 -DMINOR=0 -DARCH_A=75 -DARCH_B=121") != 0 ||
	    build_stub("nvrtc12/nvidia/cuda_nvrtc/lib", "libnvrtc.so.12",
		       "-DMAJOR=12 -DMINOR=9 -DARCH_A=61 -DARCH_B=75") != 0 ||
	    build_stub("toolkit [1]/lib64", "libnvrtc.so.12",
		       "-DMAJOR=12 -DMINOR=2 -DARCH_A=61 -DARCH_B=90") != 0 ||
	    build_stub("bad", "libnvrtc.so.13",
		       "-DMAJOR=13 -DMINOR=9 -DARCH_A=10 -DARCH_B=121 -DNO_CUBIN") != 0) {
		skip("the choice among libraries",
		     "the compiler that built this test cannot build the stubs");
		return;
	}
	write_under_root("nvrtc12/nvidia/cuda_nvrtc/lib/libnvrtc-builtins.so.12.9", "");
	write_under_root("toolkit [1]/lib64/libnvrtc-builtins.so.12.2", "");
	snprintf(in_toolkit, sizeof(in_toolkit), "%s/toolkit [1]", root);
	is_choice(75, root, "13.0");
	is_choice(61, root, "12.9");
	is_choice(90, in_toolkit, "12.2");
	is_choice(0, root, "13.0");
	is_choice(52, root, NULL);

	is_int(nvrtc_open(52, root, &n, &f), FAULT_BUILD, "no library can target sm_52");
	has_str(f.text, "no NVRTC here can target sm_52", "that is said");
	has_str(f.text, "NVRTC 13.0 in ", "what was seen is said");
	has_str(f.text, "(sm_75 to sm_121)", "and its range");
	has_str(f.text, "nvidia-cuda-nvrtc-cu12==12.9.86", "and what to install");
	setenv("CMPTUNE_NVRTC", root, 1);
	is_choice(61, NULL, "12.9");
	is_int(nvrtc_open(52, NULL, &n, &f), FAULT_BUILD,
	       "$CMPTUNE_NVRTC is the only place to look");
	has_str(f.text, "CMPTUNE_NVRTC names the only place", "and that is said");
	unsetenv("CMPTUNE_NVRTC");
	nvrtc_open(75, "/nonexistent", &n, &f);
	has_str(f.text, "there is no /nonexistent", "a place that is not there");
	nvrtc_open(75, "tests", &n, &f);
	has_str(f.text, "there is no NVRTC in tests", "a folder without one");
	if (nvrtc_open(61, root, &n, &f) == 0) {
		const int *archs = nvrtc_archs(n, &count);

		ok(count == 2 && archs[0] == 61 && archs[1] == 75, "architectures ascend");
		has_str(nvrtc_path(n), "/nvrtc12/nvidia/cuda_nvrtc/lib/libnvrtc.so.12", "the path");
	}
	nvrtc_close(n);
	test_all();
}

static void test_broken(void)
{
	struct buf bad = BUF_INIT;
	struct nvrtc *n = NULL;
	struct fault f = {0};

	buf_addf(&bad, "%s/bad", root);
	is_int(nvrtc_open(75, buf_str(&bad), &n, &f), FAULT_BUILD,
	       "a library without nvrtcGetCUBIN is refused");
	has_str(f.text, "nvrtcGetCUBIN", "and the symbol named");
	buf_done(&bad);
}

/* With a real library, whichever this machine has. */
static void test_compile(int arch, const char *where)
{
	static const char good[] =
		"extern \"C\" __global__ void k(float *a) { a[threadIdx.x] = a[0] * a[1] + a[2]; }";
	static const char bad[] = "extern \"C\" __global__ void k(float *a) { a[0] = missing; }";
	static const char *const opts[] = {"--fmad=false"};
	struct buf cubin = BUF_INIT, ptx = BUF_INIT, log = BUF_INIT;
	struct nvrtc *n = NULL;
	struct fault f = {0};
	locale_t before;
	char name[64], text[8], *process;

	snprintf(name, sizeof(name), "compiling for sm_%d", arch);
	snprintf(text, sizeof(text), "%d", arch);
	if (nvrtc_open(arch, where, &n, &f) != 0) {
		skip(name, f.text);
		return;
	}
	before = uselocale((locale_t)0);
	process = mem_text(setlocale(LC_ALL, NULL));
	ok(nvrtc_compile(n, text, good, opts, 1, &cubin, &ptx, &log, &f) == 0, "%s: %s", name,
	   nvrtc_path(n));
	ok(cubin.len > 64 && memcmp(cubin.s, "\177ELF", 4) == 0, "a cubin");
	has_str(buf_str(&ptx), "mul", "the PTX, with options heeded: mul");
	ok(!strstr(buf_str(&ptx), "fma"), "and no fma");
	is_int(nvrtc_compile(n, text, bad, NULL, 0, &cubin, NULL, &log, &f), FAULT_BUILD,
	       "a program that does not compile");
	has_str(f.text, "identifier \"missing\" is undefined", "its first error is in the fault");
	has_str(buf_str(&log), "cmptune.cu(1)", "and the rest in the log");
	ok(before == uselocale((locale_t)0), "the thread's locale is as it was");
	is_str(setlocale(LC_ALL, NULL), process, "and the process's");
	is_int(nvrtc_compile(n, "999", good, NULL, 0, &cubin, NULL, &log, &f), FAULT_BUILD,
	       "an architecture there is not");
	free(process);
	nvrtc_close(n);
	buf_done(&cubin);
	buf_done(&ptx);
	buf_done(&log);
}

int main(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	unsetenv("CMPTUNE_NVRTC");
	test_choice();
	test_broken();
	test_compile(80, NULL);
	test_compile(70, "build");
	nftw(root, remove_one, 8, FTW_DEPTH | FTW_PHYS);
	return done();
}
