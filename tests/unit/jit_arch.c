/* Kernels that only sm_90a can have: programs of their own, which take no other kernel along to
 * sm_90a. */
#include "jit.h"

#include <ftw.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "elf.h"
#include "path.h"
#include "tap.h"

#define COUNT(a) (sizeof(a) / sizeof(*(a)))
#define ARCH 90
#define NVRTC_MAJOR_MIN 12

#define F32                                                                                        \
	"about = t\ntype = f32\ninit = 1.0f + lane\na = 0.5f + lane\nsass = FADD\nclass = fadd\n"
static const char text[] =
	"[good]\nptx = add.rn.f32 $d, $d, $a\n" F32
	"[hopper]\nptx = wgmma.fence.sync.aligned\n  add.rn.f32 $d, $d, $a\narch = 90a\n" F32
	"[other]\nptx = mul.rn.f32 $d, $d, $a\n" F32;

static char root[] = "/tmp/cmptune-jit-arch-XXXXXX";

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st, (void)type, (void)ftw;
	return remove(path);
}

static int arch_of(const char *cubin)
{
	struct buf image = BUF_INIT;
	struct elf_cubin c = {0};
	struct fault f = {0};
	int arch = 0;

	if (cubin && !file_read(cubin, 1 << 24, &image, &f) &&
	    !elf_open(image.s, image.len, &c, &f))
		arch = c.arch;
	elf_done(&c);
	buf_done(&image);
	return arch;
}

static void test_programs(struct jit_request how)
{
	static const char *const dumped[] = {"p_good_c1_u8.sm_90.cubin",
					     "p_hopper_c1_u8.sm_90a.cubin",
					     "p_other_c1_u8.sm_90.cubin"};
	struct jit_result r;
	struct fault f = {0};

	if (!ok(!jit_build(&how, &r, &f), "built %s", f.text))
		return;
	is_int((long long)r.n_programs, COUNT(dumped), "another architecture is another program");
	for (size_t i = 0; i < COUNT(dumped); i++) {
		struct buf path = BUF_INIT;
		struct stat st;

		is_int(arch_of(r.cubin[2 * i]), ARCH, "%s: a cubin of sm_90 %s",
		       how.kernel[2 * i].name, r.log[2 * i] ? r.log[2 * i] : "");
		buf_addf(&path, "%s/%s", how.dump_dir, dumped[i]);
		ok(!stat(buf_str(&path), &st), "there is %s", dumped[i]);
		buf_done(&path);
	}
	jit_done(&r);
	how.dump_dir = NULL;
	if (!ok(!jit_build(&how, &r, &f), "built again %s", f.text))
		return;
	is_int((long long)r.n_cached, COUNT(dumped), "each is found in the cache");
	jit_done(&r);
}

int main(void)
{
	struct probe_set set = {0};
	struct nvrtc *nvrtc;
	struct buf dump = BUF_INIT;
	struct gen_kernel k[6];
	struct fault f = {0}, other = {0};
	int major, minor;

	if (nvrtc_open(ARCH, NULL, &nvrtc, &f) && nvrtc_open(ARCH, "build", &nvrtc, &other))
		skip_all(f.text);
	nvrtc_version(nvrtc, &major, &minor);
	if (major < NVRTC_MAJOR_MIN)
		skip_all("this NVRTC does not know sm_90a");
	if (spec_parse(&set, "jit.ini", text, &f) || spec_finish(&set, &f) || !mkdtemp(root)) {
		printf("Bail out! %s\n", f.text);
		return 1;
	}
	for (size_t i = 0; i < COUNT(k); i++)
		gen_kernel_init(&k[i], &set.v[i / 2], 1, i % 2 ? 16 : 8);
	buf_addf(&dump, "%s/dump", root);
	test_programs((struct jit_request){.nvrtc = nvrtc,
					   .arch = ARCH,
					   .set = &set,
					   .kernel = k,
					   .n = COUNT(k),
					   .cache_dir = root,
					   .dump_dir = buf_str(&dump),
					   .jobs = 2});
	nvrtc_close(nvrtc);
	buf_done(&dump);
	spec_done(&set);
	nftw(root, remove_one, 8, FTW_DEPTH | FTW_PHYS);
	return done();
}
