/* The header from records made by hand: same bytes each time, compiles, and no text of a record
 * becomes code. */
#include <stdio.h>
#include <unistd.h>

#include "emit.h"
#include "path.h"
#include "record.h"
#include "tap.h"

static struct probe_set set;

struct subject {
	struct record r;
	struct verdict v;
	struct decisions d;
};

static void make(struct subject *s, unsigned pci_device, int cc, double slow)
{
	double divider[THROTTLE_CLASS_COUNT];

	for (int i = 0; i < THROTTLE_CLASS_COUNT; i++)
		divider[i] = 1;
	divider[CLASS_ffma] = divider[CLASS_idp4a] = divider[CLASS_mma] = slow;
	sample_card(&s->r, pci_device, cc, "NVIDIA Graphics Device");
	card_set_num(&s->r.card, CARD_pci_subsystem, 0x10de1585);
	card_set_text(&s->r.card, CARD_vbios, "92.00.67.00.01");
	sample_rates(&s->r, &set, "pro", divider);
	verdict_make(&s->r, &set, &s->v);
	decide_make(&s->r, &s->v, &set, &set.variants, &s->d);
}

static void unmake(struct subject *s)
{
	decide_done(&s->d);
	verdict_done(&s->v);
	sample_done(&s->r);
}

static void header(const struct subject *s, size_t n, const char *remark, struct buf *out)
{
	struct emit_card card[4];
	struct fault f = {0};

	for (size_t i = 0; i < n; i++)
		card[i] = (struct emit_card){&s[i].r, &s[i].d};
	if (emit_header(card, n, &set.variants, remark, out, &f))
		diag("%s", f.text);
}

/* What the preprocessor and the compiler make of a program with the header in it: its exit status,
 * -1 if it fails. */
static int compile_and_run(const struct buf *h, const char *flags, const char *body)
{
	char dir[] = "/tmp/cmptune-emit.XXXXXX";
	struct buf path = BUF_INIT, program = BUF_INIT, command = BUF_INIT;
	const char *cc = getenv("CC");
	int status = -1;

	if (!mkdtemp(dir))
		return -1;
	buf_addf(&path, "%s/t.c", dir);
	buf_addf(&program, "%s\nint main(void)\n{\n%s\n}\n", buf_str(h), body);
	if (file_write(path.s, program.s, program.len, NULL) == 0) {
		buf_addf(&command,
			 "%s -std=c99 -trigraphs -Wall -Wextra -pedantic -Werror %s -o %s/t %s && "
			 "%s/t",
			 cc && *cc ? cc : "cc", flags, dir, path.s, dir);
		status = system(command.s);
	}
	buf_clear(&command);
	buf_addf(&command, "rm -r %s", dir);
	if (system(command.s) != 0)
		diag("%s stays behind", dir);
	buf_done(&path);
	buf_done(&program);
	buf_done(&command);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void bytes(void)
{
	struct subject s[2];
	struct buf a = BUF_INIT, b = BUF_INIT;

	make(&s[0], 0x20c2, 80, 32);
	make(&s[1], 0x220d, 86, 1);
	header(s, 2, NULL, &a);
	header(s, 2, NULL, &b);
	is_str(buf_str(&a), buf_str(&b), "the same bytes each time");
	has_str(buf_str(&a), "#define CMP_CARD_CMP170HX 0x20C2 /* CMP 170HX */\n", "a card");
	has_str(buf_str(&a), "dp4a: prmt_dp2a, predicted: ", "evidence");
	has_str(buf_str(&a),
		"#elif defined(__CUDA_ARCH__) && __CUDA_ARCH__ / 10 == 80\n#define CMP_SELECTED "
		"CMP_CARD_CMP170HX\n",
		"chosen by architecture");
	has_str(buf_str(&a),
		"{CMP_CARD_CMP170HX, 0x20C2, 0x10DE1585, 80, \"92.00.67.00.01\", \"CMP 170HX\", 1, "
		"1, 0, 0, 0},",
		"a row of the table");
	has_str(buf_str(&a), set.variants.v[1].form[0].body, "the strategy text, as measured");
	buf_done(&a);
	buf_done(&b);
	unmake(&s[0]);
	unmake(&s[1]);
}

/* Two cards of one architecture, and the same card in two states. */
static void ambiguity(void)
{
	struct subject s[3];
	struct buf h = BUF_INIT;

	make(&s[0], 0x20c2, 80, 32);
	make(&s[1], 0x20b0, 80, 1);
	make(&s[2], 0x20c2, 80, 1);
	header(s, 3, NULL, &h);
	ok(!strstr(buf_str(&h), "__CUDA_ARCH__ / 10 == 80"),
	   "cards that disagree leave the architecture alone");
	has_str(buf_str(&h), "#define CMP_CARD_CMP170HX_2 0x120C2",
		"a second record of a device has its own number");
	buf_clear(&h);
	header(&s[1], 2, NULL, &h);
	has_str(buf_str(&h), "== 80\n#define CMP_SELECTED CMP_CARD_A100\n",
		"cards that agree share it");
	buf_done(&h);
	for (int i = 0; i < 3; i++)
		unmake(&s[i]);
}

static void choices(void)
{
	static const struct {
		const char *flags, *body;
		int wanted;
	} runs[] = {
		{"", "return CMP_DP4A * 10 + CMP_FMAD;", 1},
		{"-DCMP_CARD=0x20C2", "return CMP_DP4A * 10 + CMP_FMAD;", 10},
		{"-DCMP_CARD=CMP_CARD_CMP170HX", "return CMP_USE_MMA_S8 * 10 + CMP_USE_MMA_F16;",
		 0},
		{"-DCMP_CARD=CMP_CARD_CMP90HX", "return CMP_USE_MMA_S8 * 10 + CMP_USE_MMA_F16;",
		 11},
		{"-DCMP_CARD=0x20C2 -DCMP_STRATEGY=0", "return CMP_DP4A * 10 + CMP_FMAD;", 1},
		{"-DCMP_CARD=0x20C2 -DCMP_DP4A=CMP_DP4A_NATIVE",
		 "return CMP_DP4A * 10 + CMP_FMA_F32;", 1},
		{"-DCMP_DISPATCH_NEED_ABI=1", "return 0;", 0},
		{"-DCMP_DISPATCH_NEED_ABI=999 2>/dev/null", "return 0;", -2},
		{"-DCMP_DISPATCH_ABI=999 2>/dev/null", "return 0;", -2},
		{"-DCMP_CARD=0x1234 2>/dev/null", "return 0;", -2},
		{"-DCMP_CARD=0x20C2 -DCMP_DP4A=7 2>/dev/null", "return 0;", -2},
		{"", "return cmp_find_card(0x9999, 0, 0) != 0;", 0},
		{"", "return cmp_find_card(0x220d, 0, 0)->card == CMP_CARD_CMP90HX;", 1},
		{"",
		 "const struct cmp_card *c = cmp_find_card(0x20c2, 0x10de1585, "
		 "\"92.00.67.00.01\");\n"
		 "return c->dp4a * 10 + cmp_card_fit(c, 0x20c2, 0x10de1585, \"92.00.67.00.01\");",
		 13},
		{"",
		 "return cmp_card_fit(cmp_find_card(0x20c2, 0x10de1585, \"x\"), 0x20c2, "
		 "0x10de1585, \"x\");",
		 2},
		{"",
		 "return cmp_card_fit(cmp_find_card(0x20c2, 0x10de1585, 0), 0x20c2, 0x10de1585, "
		 "0);",
		 2},
		{"", "return cmp_card_fit(cmp_find_card(0x20c2, 7, 0), 0x20c2, 7, 0);", 1},
		{"", "return cmp_cards[1].fmad * 10 + cmp_cards[0].use_mma_f16;", 10},
	};
	struct subject s[2];
	struct buf h = BUF_INIT;

	make(&s[0], 0x20c2, 80, 32);
	make(&s[1], 0x220d, 86, 1);
	header(s, 2, NULL, &h);
	for (size_t i = 0; i < sizeof(runs) / sizeof(runs[0]); i++) {
		int got = compile_and_run(&h, runs[i].flags, runs[i].body);

		if (runs[i].wanted == -2)
			ok(got != 0, "refused: %s", runs[i].flags);
		else
			is_int(got, runs[i].wanted, "%s %s", runs[i].flags, runs[i].body);
	}
	buf_done(&h);
	unmake(&s[0]);
	unmake(&s[1]);
}

/* Ours are ASCII, with '?' only as the conditional operator and no spliced line. */
static bool only_plain_bytes(const char *c)
{
	for (; *c; c++)
		if ((*c < ' ' && *c != '\n' && *c != '\t') || *c > '~' ||
		    (*c == '?' && c[1] != ' ') || (*c == '\\' && c[1] == '\n'))
			return false;
	return true;
}

static void hostile(void)
{
	static const char *const texts[] = {
		"*/ int evil; /*",
		"*?\?/\n/ int evil; /*",
		"\\\n*/ int evil; //",
		"\"; int evil; \"",
		"a\nint evil;\nb",
		"*\\\n/ int evil;",
		"?\?/",
		"\x80\xff\x01\x7f %s %n",
		"*/*/*/#include </etc/passwd>",
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct subject s;
		struct buf h = BUF_INIT;

		make(&s, 0x9999, 80, 32);
		/* As a damaged database would have it: past every setter. */
		snprintf(s.r.card.f[CARD_name].text, sizeof(s.r.card.f[CARD_name].text), "%s",
			 texts[i]);
		snprintf(s.r.card.f[CARD_vbios].text, sizeof(s.r.card.f[CARD_vbios].text), "%s",
			 texts[i]);
		snprintf(s.r.key, sizeof(s.r.key), "%s", texts[i]);
		snprintf(s.r.fingerprint, sizeof(s.r.fingerprint), "%s", texts[i]);
		snprintf(s.r.citation, sizeof(s.r.citation), "%s", texts[i]);
		snprintf(s.r.started_utc, sizeof(s.r.started_utc), "%s", texts[i]);
		snprintf(s.d.v[0].why, sizeof(s.d.v[0].why), "%s", texts[i]);
		header(&s, 1, texts[i], &h);
		is_int(compile_and_run(&h, "", "int evil = 0; return evil;"), 0,
		       "hostile text %zu compiles as before", i);
		has_str(buf_str(&h), "#define CMP_CARD_PCI9999 0x9999",
			"an unknown card is named by its id");
		ok(only_plain_bytes(buf_str(&h)), "no byte of text %zu got through that should not",
		   i);
		buf_done(&h);
		unmake(&s);
	}
}

static void refused(void)
{
	struct subject s;
	struct fault f = {0};
	struct buf out = BUF_INIT;

	make(&s, 0x20c2, 80, 32);
	card_set_unknown(&s.r.card, CARD_pci_device, "never read");
	is_int(emit_header(&(struct emit_card){&s.r, &s.d}, 1, &set.variants, NULL, &out, &f),
	       FAULT_DATA, "a card without a PCI id is refused");
	is_int((long long)out.len, 0, "and nothing is written");
	is_int(emit_flags(&(struct emit_card){&s.r, &s.d}, EMIT_NVCC, "h.h", &out, &f), FAULT_DATA,
	       "by flags too");
	unmake(&s);
	buf_done(&out);
}

static void flags(void)
{
	static const struct {
		enum emit_flags_form form;
		const char *header, *wanted; /* NULL: refused */
	} cases[] = {
		{EMIT_NVCC, "cmp_dispatch.h",
		 "-include cmp_dispatch.h -DCMP_CARD=0x20C2 -DCMP_OVERRIDE_INTRINSICS --fmad=false "
		 "--use_fast_math"},
		{EMIT_NVRTC, "cmp_dispatch.h",
		 "--pre-include=cmp_dispatch.h -DCMP_CARD=0x20C2 -DCMP_OVERRIDE_INTRINSICS "
		 "--fmad=false --use_fast_math"},
		{EMIT_ENV, "/x/y.h",
		 "NVCC_APPEND_FLAGS=\"-include /x/y.h -DCMP_CARD=0x20C2 -DCMP_OVERRIDE_INTRINSICS "
		 "--fmad=false --use_fast_math\""},
		{EMIT_CMAKE, "/x/y.h",
		 "-DCMAKE_CUDA_FLAGS=\"-include /x/y.h -DCMP_CARD=0x20C2 -DCMP_OVERRIDE_INTRINSICS "
		 "--fmad=false --use_fast_math\""},
		{EMIT_NVCC, "a b.h", NULL},
		{EMIT_NVCC, "$(reboot)", NULL},
		{EMIT_NVCC, "a\";b", NULL},
		{EMIT_NVCC, "-o", NULL},
		{EMIT_NVCC, "", NULL},
	};
	struct subject s;

	make(&s, 0x20c2, 80, 32);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct buf out = BUF_INIT;
		struct fault f = {0};
		int rc = emit_flags(&(struct emit_card){&s.r, &s.d}, cases[i].form, cases[i].header,
				    &out, &f);

		if (cases[i].wanted)
			is_str(buf_str(&out), cases[i].wanted, "flags %zu", i);
		else
			is_int(rc, FAULT_USAGE, "refused: '%s'", cases[i].header);
		buf_done(&out);
	}
	unmake(&s);
}

int main(void)
{
	struct fault f = {0};

	if (!ok(spec_load(NULL, &set, &f) == 0, "probes load: %s", f.text))
		return done();
	bytes();
	ambiguity();
	choices();
	hostile();
	refused();
	flags();
	spec_done(&set);
	return done();
}
