/* Pictures: the data behind them, files of the right kind, no gnuplot, a failing gnuplot, and names
 * that try to be code. */
#include "plot.h"

#include <ctype.h>
#include <sys/stat.h>
#include <unistd.h>

#include "path.h"
#include "record.h"
#include "tap.h"

#define HOSTILE "\"; system(\"touch pwned\"); `touch pwned` @x $(touch pwned)\t#{\\n"

struct scene {
	struct probe_set set;
	struct record rec;
	struct verdict verdict;
	struct report report;
	char dir[64];
};

static int scene_make(struct scene *s, const char *name)
{
	double divider[THROTTLE_CLASS_COUNT];
	struct fault f = {0};

	*s = (struct scene){.report = {.rec = &s->rec, .set = &s->set, .verdict = &s->verdict}};
	strcpy(s->dir, "/tmp/cmptune-plot.XXXXXX");
	if (!ok(mkdtemp(s->dir) && spec_load(NULL, &s->set, &f) == 0,
		"the probes of this build load %s", f.text))
		return -1;
	for (int i = 0; i < THROTTLE_CLASS_COUNT; i++)
		divider[i] = i == CLASS_ffma   ? 32
			     : i == CLASS_dmma ? 200
			     : i == CLASS_shfl ? NAN
					       : 1;
	sample_card(&s->rec, 0xfffe, 80, name);
	sample_rates(&s->rec, &s->set, "pro", divider);
	sample_sweep(&s->rec, "mma_m16n8k16_f16", 2, 33, false);
	sample_sweep(&s->rec, "mma_m16n8k8_f16", 1, 24, false);
	for (size_t i = 0; i < s->rec.n; i++)
		if (!strcmp(s->rec.fig[i].probe, "b32_popc"))
			strcpy(s->rec.fig[i].audit, "folded");
	verdict_make(&s->rec, &s->set, &s->verdict);
	return 0;
}

/* The file in the scene's folder; static, until the next call. */
static const char *in_dir(const struct scene *s, const char *name)
{
	static char path[256];

	snprintf(path, sizeof(path), "%s/%s", s->dir, name);
	return path;
}

static void scene_done(struct scene *s)
{
	static const char *const files[] = {"rates.tsv", "rates.png", "rates.svg", "mma.tsv",
					    "mma.png",   "mma.svg",   "pwned"};

	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++)
		unlink(in_dir(s, files[i]));
	rmdir(s->dir);
	verdict_done(&s->verdict);
	sample_done(&s->rec);
	spec_done(&s->set);
}

static void begins(const struct scene *s, const char *name, const char *wanted, size_t n)
{
	struct buf b = BUF_INIT;
	struct fault f = {0};

	file_read(in_dir(s, name), 1 << 24, &b, &f);
	ok(b.len > 2000 && !memcmp(b.s, wanted, n), "%s is what its name says, %zu bytes %s", name,
	   b.len, f.text);
	buf_done(&b);
}

static int have_gnuplot(void)
{
	struct fault f = {0};
	bool drawn = false;

	return gnuplot_run("/", "", 0, &drawn, &f) == 0 && drawn;
}

static void data(const struct scene *s)
{
	struct buf out = BUF_INIT;
	const char *popc;

	plot_rates_data(&s->report, &out);
	popc = strstr(buf_str(&out), "\tb32_popc\t");
	ok(popc && isdigit((unsigned char)popc[strlen("\tb32_popc\t")]),
	   "an untrusted row has a value");
	has_str(buf_str(&out), "\t3\t-\n", "and the mark of one");
	has_str(buf_str(&out), "\tb32_shfl\t-\t4\tnot measured\n",
		"what was not measured is no number");
	has_str(buf_str(&out), "\tffma: throttled 1/32\n", "classes have their verdict");
	has_str(buf_str(&out), "\t0.00390625\t1", "the axis reaches below 1/200");
	ok(!strpbrk(buf_str(&out), "\"`\\'"),
	   "no character that gnuplot could take for more than text");
	buf_clear(&out);
	ok(plot_mma_data(&s->report, &out), "a sweep gives panels");
	has_str(buf_str(&out), "\tmma_m16n8k16_f16 mma_m16n8k8_f16 \t",
		"named in the order of the probes");
	buf_done(&out);
}

static void pictures(const struct scene *s)
{
	struct buf written = BUF_INIT;
	struct fault f = {0};
	bool drawn = false;

	is_int(plot_write(&s->report, s->dir, &written, &drawn, &f), 0, "plotting succeeds %s",
	       f.text);
	is_str(buf_str(&written), "rates.tsv rates.png rates.svg mma.tsv mma.png mma.svg",
	       "files as told");
	begins(s, "rates.png", "\x89PNG\r\n", 6);
	begins(s, "mma.png", "\x89PNG\r\n", 6);
	begins(s, "rates.svg", "<?xml", 5);
	begins(s, "mma.svg", "<?xml", 5);
	ok(access(in_dir(s, "pwned"), F_OK) != 0, "a card's name is not run");
	buf_done(&written);
}

static void without_gnuplot(const struct scene *s)
{
	char *path = mem_text(getenv("PATH"));
	struct buf written = BUF_INIT;
	struct fault f = {0};
	bool drawn = true;

	setenv("PATH", s->dir, 1);
	is_int(plot_write(&s->report, s->dir, &written, &drawn, &f), 0, "no gnuplot is no fault");
	ok(!drawn, "but it is told");
	is_str(buf_str(&written), "rates.tsv mma.tsv", "and the data are there");
	setenv("PATH", path, 1);
	free(path);
	buf_done(&written);
}

static void failing(const struct scene *s)
{
	static const char script[] = "plot 'missing.tsv'\n";
	struct fault f = {0};
	bool drawn = true;

	is_int(gnuplot_run(s->dir, script, sizeof(script) - 1, &drawn, &f), FAULT_FILE,
	       "a script that fails is a fault");
	has_str(f.text, "No data in plot", "with gnuplot's words: %s", f.text);
	ok(!drawn, "and nothing was drawn");
}

int main(void)
{
	struct scene s;

	if (scene_make(&s, HOSTILE) == 0) {
		data(&s);
		without_gnuplot(&s);
		if (have_gnuplot()) {
			pictures(&s);
			failing(&s);
		} else {
			skip("pictures", "gnuplot is not installed");
		}
	}
	scene_done(&s);
	return done();
}
