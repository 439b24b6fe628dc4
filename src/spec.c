/*
 * One probe file's text to probes.  What a key means is spec_key.c's, the notation of expected
 * machine code spec_sass.c's, what only the whole set can tell spec_finish.c's.
 */
#include "spec.h"

#include <ctype.h>
#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "spec_key.h"

#define LINE_LIMIT 190 /* inih cuts lines at 200 without a word */
/*
 * Twice this is 192 instructions: from 3 KiB on loops were seen to wait for the instruction cache
 * (H200), and beyond 255 instructions ptxas ends the loop with another pair of branches (sm_80 to
 * sm_89).
 */
#define COPIES_DEFAULT 96
#define CHAINS_DEFAULT 8

struct loader {
	struct probe_set *set;
	struct fault *f;
	const char *file, *rest; /* rest: what of the text is still unread */
	int line;
	int header; /* line of the last [section] */
	int opened; /* line of the header whose probe is being read */
	bool failed;
	bool seen[SPEC_KEY_COUNT]; /* in the section being read */
	bool indented;             /* the line is: then it goes on with `last`, if there is one */
	bool continues;            /* there is a `last` in this section */
	enum spec_key_index last;
	char *text; /* of the last key, owned by the set */
};

/* The set owns every text; *slot is where the last one lies, for growing it. */
static char *keep(struct probe_set *set, char *text)
{
	set->text = mem_grow(set->text, set->n_text + 1, sizeof(*set->text));
	set->text[set->n_text++] = text;
	return text;
}

static int refuse(struct loader *l, int line, const char *what)
{
	if (!l->failed)
		fault_set(l->f, FAULT_DATA, "%s:%d: %s", l->file, line, what);
	l->failed = true;
	return 0;
}

/* inih does not tell of a section before its first key: one without keys would go unnoticed. */
static void begin_header(struct loader *l)
{
	if (l->header != l->opened)
		refuse(l, l->header, "the section holds no key");
	l->header = l->line;
}

/* inih asks for a line at a time; counting them here is the only way to know where a section began.
 */
static char *read_line(char *out, int size, void *stream)
{
	struct loader *l = stream;
	size_t n = strcspn(l->rest, "\n");

	if (!*l->rest)
		return NULL;
	l->line++;
	if (n > LINE_LIMIT || (int)n + 2 > size) {
		refuse(l, l->line, "the line is longer than 190 characters");
		n = 0;
	}
	/* inih takes " ;" for the beginning of a comment and would drop the rest of a PTX line. */
	for (size_t i = 1; i < n && *l->rest != '#' && *l->rest != ';'; i++)
		if (l->rest[i] == ';' && isspace((unsigned char)l->rest[i - 1])) {
			refuse(l, l->line,
			       "a ';' begins a comment: write one PTX statement a line, without "
			       "it");
			n = 0;
		}
	memcpy(out, l->rest, n);
	out[n] = '\n';
	out[n + 1] = '\0';
	l->indented = isspace((unsigned char)*out);
	if (*out == '[' && strchr(out, ']'))
		begin_header(l);
	l->rest += strcspn(l->rest, "\n");
	l->rest += *l->rest == '\n';
	return out;
}

static int close_section(struct loader *l)
{
	struct buf what = BUF_INIT;
	int rc = 1;

	if (!l->set->n || l->set->v[l->set->n - 1].file != l->file || l->failed)
		return !l->failed;
	for (int k = 0; k < SPEC_KEY_COUNT && rc; k++) {
		const struct probe *p = &l->set->v[l->set->n - 1];
		bool fits_none = k == SPEC_KEY_none || k == SPEC_KEY_about;

		if (p->none && !fits_none && l->seen[k]) {
			buf_addf(&what,
				 "section [%s] has no instruction of its own: only 'about' may "
				 "stand beside 'none'",
				 p->name);
			rc = refuse(l, p->line, buf_str(&what));
		} else if (spec_key_required((enum spec_key_index)k) && !l->seen[k] &&
			   !(p->none && !fits_none)) {
			buf_addf(&what, "section [%s] lacks the key '%s'", p->name,
				 spec_key_name((enum spec_key_index)k));
			rc = refuse(l, p->line, buf_str(&what));
		}
	}
	buf_done(&what);
	return rc;
}

static int open_section(struct loader *l, const char *name)
{
	struct buf what = BUF_INIT;
	struct probe *p;
	int line = l->header ? l->header : l->line, rc = 0;

	if (!close_section(l))
		return 0;
	l->opened = l->header;
	if (!*name || strlen(name) >= sizeof(p->name) ||
	    strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") != strlen(name)) {
		buf_addf(&what, "'%.60s' is no probe name: small letters, digits and _", name);
		refuse(l, line, buf_str(&what));
		goto out;
	}
	if (spec_find(l->set, name)) {
		buf_addf(&what, "there is a probe [%s] already, in %s", name,
			 spec_find(l->set, name)->file);
		refuse(l, line, buf_str(&what));
		goto out;
	}
	l->set->v = mem_grow(l->set->v, l->set->n + 1, sizeof(*l->set->v));
	p = &l->set->v[l->set->n++];
	*p = (struct probe){.file = l->file,
			    .line = line,
			    .max_cc = 999,
			    .results = 1,
			    .chains = CHAINS_DEFAULT,
			    .copies = COPIES_DEFAULT};
	strcpy(p->name, name);
	memset(l->seen, 0, sizeof(l->seen));
	l->continues = false;
	rc = 1;
out:
	buf_done(&what);
	return rc;
}

/* A new key, or one more line of the last one (inih repeats the name for continuation lines).
 * Some may be there several times. */
static int take_line(struct loader *l, struct probe *p, enum spec_key_index k, const char *line)
{
	struct fault why = {0};

	if (l->indented && l->continues && l->last == k) {
		size_t n = strlen(l->text);

		l->text = mem_grow(l->text, n + strlen(line) + 2, 1);
		l->text[n] = '\n';
		strcpy(l->text + n + 1, line);
		l->set->text[l->set->n_text - 1] = l->text;
	} else {
		if (l->seen[k] && !spec_key_repeats(k))
			return refuse(l, l->line, "the key is there twice");
		l->text = keep(l->set, mem_text(line));
	}
	l->seen[k] = true;
	l->continues = true;
	l->last = k;
	if (spec_key_set(k, p, l->text, line, &why))
		return refuse(l, l->line, why.text);
	return 1;
}

static int on_line(void *user, const char *section, const char *name, const char *value)
{
	struct loader *l = user;
	struct buf what = BUF_INIT;
	enum spec_key_index k;
	const char *nearest = NULL;
	struct probe *p = l->set->n ? &l->set->v[l->set->n - 1] : NULL;
	int rc;

	if (l->failed)
		return 0;
	if (!p || p->file != l->file || l->opened != l->header || strcmp(p->name, section)) {
		if (!open_section(l, section))
			return 0;
		p = &l->set->v[l->set->n - 1];
	}
	if (spec_key_find(name, &k, &nearest)) {
		buf_addf(&what, "unknown key '%.60s'%s%s%s", name,
			 nearest ? "; did you mean '" : "", nearest ? nearest : "",
			 nearest ? "'?" : "");
		rc = refuse(l, l->line, buf_str(&what));
	} else {
		rc = take_line(l, p, k, value);
	}
	buf_done(&what);
	return rc;
}

int spec_parse(struct probe_set *set, const char *file, const char *text, struct fault *f)
{
	struct loader l = {.set = set, .f = f, .rest = text};
	int bad_line;

	l.file = keep(set, mem_text(file));
	bad_line = ini_parse_stream(read_line, &l, on_line, &l);
	if (bad_line > 0)
		refuse(&l, bad_line, "neither a [section], a 'key = value' nor a comment");
	begin_header(&l);
	close_section(&l);
	return l.failed ? FAULT_DATA : 0;
}
