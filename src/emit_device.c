/*
 * The device part: the strategy texts as functions, byte for byte what the probes measured, and the
 * choice of one.
 */
#include <string.h>

#include "emit_part.h"

static void add_head(struct buf *out, const struct variant *v, const struct variant_form *form,
		     const char *suffix)
{
	buf_addf(out, "CMP_DEVICE %s %s%s%s(%s)\n{\n", form->returns, v->function,
		 *suffix ? "_" : "", suffix, form->signature);
}

static void add_body(struct buf *out, const char *body)
{
	size_t len = strlen(body);

	while (len > 0 && body[len - 1] == '\n')
		len--;
	buf_add(out, body, len);
	buf_puts(out, "\n}\n");
}

/* "int a, int b, int c" to "a, b, c". */
static void add_arguments(struct buf *out, const char *signature)
{
	for (const char *s = signature;;) {
		size_t n = strcspn(s, ","), name = n;

		while (name > 0 && s[name - 1] != ' ' && s[name - 1] != '*')
			name--;
		buf_add(out, s + name, n - name);
		if (!s[n])
			break;
		buf_puts(out, ", ");
		s += n + 1;
	}
}

static void add_constant(struct buf *out, const struct variant *v)
{
	buf_puts(out, "CMP_");
	emit_upper(out, v->primitive);
	buf_putc(out, '_');
	emit_upper(out, v->name);
}

static void add_macro(struct buf *out, const struct variant *v)
{
	buf_puts(out, "CMP_");
	emit_upper(out, v->primitive);
}

static void add_dispatch(struct buf *out, const struct variant *native, size_t n, int form)
{
	add_head(out, native, &native->form[form], "");
	for (size_t k = 1; k <= n; k++) {
		const struct variant *v = &native[k % n]; /* native last: it is the #else */

		if (k < n) {
			buf_puts(out, k == 1 ? "#if " : "#elif ");
			add_macro(out, v);
			buf_puts(out, " == ");
			add_constant(out, v);
			buf_putc(out, '\n');
		} else if (n > 1) {
			buf_puts(out, "#else\n");
		}
		buf_addf(out, "\treturn %s_%s(", v->function, v->name);
		add_arguments(out, v->form[form].signature);
		buf_puts(out, ");\n");
	}
	buf_puts(out, n > 1 ? "#endif\n}\n" : "}\n");
}

/* After the functions above have captured the real intrinsic.  Native leaves it alone. */
static void add_override(struct buf *out, const struct variant *native, size_t n)
{
	for (size_t k = 1; native->intrinsic && k < n; k++) {
		const struct variant *v = &native[k];

		buf_addf(out, "#if defined(%s) && ",
			 v->accuracy == VARIANT_EXACT ? "CMP_OVERRIDE_INTRINSICS"
						      : "CMP_OVERRIDE_INEXACT");
		add_macro(out, v);
		buf_puts(out, " == ");
		add_constant(out, v);
		buf_addf(out, "\n#define %s %s\n#endif\n", v->intrinsic, v->function);
	}
}

static int highest_cc(const struct variant *native, size_t n)
{
	int cc = 0;

	for (size_t k = 0; k < n; k++)
		if (native[k].min_cc > cc)
			cc = native[k].min_cc;
	return cc;
}

void emit_device(const struct emit_plan *p, struct buf *out)
{
	const struct variant *native;
	size_t i = 0, n;

	buf_puts(out,
		 "\n/* ---- device ---- */\n\n#ifdef __CUDACC__\n"
		 "#ifdef _MSC_VER\n"
		 "#define CMP_DEVICE static __device__ __forceinline__\n"
		 "#else /* no warnings about forms that a program does not use */\n"
		 "#define CMP_DEVICE static __device__ __forceinline__ __attribute__((unused))\n"
		 "#endif\n");
	while ((native = emit_primitive(p->variants, &i, &n))) {
		int cc = highest_cc(native, n);

		if (!native->n_forms)
			continue;
		if (cc)
			buf_addf(out, "\n#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= %d\n",
				 cc * 10);
		for (size_t k = 0; k < n; k++) {
			buf_puts(out, "\n/* ");
			emit_comment(out, native[k].about, strlen(native[k].about));
			buf_puts(out, " */\n");
			for (int form = 0; form < native->n_forms; form++) {
				add_head(out, &native[k], &native[k].form[form], native[k].name);
				add_body(out, native[k].form[form].body);
			}
		}
		buf_puts(out, "\n/* The chosen form. */\n");
		for (int form = 0; form < native->n_forms; form++)
			add_dispatch(out, native, n, form);
		add_override(out, native, n);
		if (cc)
			buf_addf(out, "#endif /* __CUDA_ARCH__ >= %d */\n", cc * 10);
	}
	buf_puts(out, "#endif /* __CUDACC__ */\n");
}
