/*
 * Texts from outside held against what they may consist of, so that a hostile card name becomes
 * neither code in a header nor a command to a terminal.  Pure.
 */
#include "store_text.h"

#include <string.h>

#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
#define DIGITS "0123456789"

static const struct {
	const char *name, *chars; /* chars NULL: not a question of single characters */
	bool may_be_empty;
} form_row[] = {
	[TEXT_ANY] = {"a text", NULL, true},
	[TEXT_NAME] = {"a name of letters, digits, '_' and '.'", LETTERS DIGITS "_.", false},
	[TEXT_WORD] = {"a word of letters, digits and ' ._:+-'", LETTERS DIGITS " ._:+-", true},
	[TEXT_LABEL] = {"a name of letters, digits and ' ._()+,:/&@-'",
			LETTERS DIGITS " ._()+,:/&@-", false},
	[TEXT_STATE] = {"a fingerprint of letters, digits and ' /~?.,:-'",
			LETTERS DIGITS " /~?.,:-", false},
	[TEXT_PROSE] = {"a text without control characters", NULL, true},
	[TEXT_KIND] = {"one of tput, lat, sweep", NULL, false},
	[TEXT_AUDIT] = {"a verdict of the audit", NULL, false},
};

static const struct {
	const char *word;
	bool is_rate;
} audit_row[] = {
	{"ok", true},      {"alias", true},       {"mix", true},         {"compound", true},
	{"derived", true}, {"emulated", true},    {"folded", false},     {"impossible", false}, {"failed", false},
	{"none", false},   {"undeclared", false},
};

bool text_audit_is_rate(const char *audit)
{
	for (size_t i = 0; i < sizeof(audit_row) / sizeof(*audit_row); i++)
		if (!strcmp(audit, audit_row[i].word))
			return audit_row[i].is_rate;
	return false;
}

static bool is_audit(const char *text)
{
	for (size_t i = 0; i < sizeof(audit_row) / sizeof(*audit_row); i++)
		if (!strcmp(text, audit_row[i].word))
			return true;
	return false;
}

/*
 * Length of the printable UTF-8 character at s, 0 where there is none.  The C1 controls, the line
 * and paragraph separators and what turns the writing direction around are not printable.
 */
static size_t printable(const unsigned char *s)
{
	static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
	unsigned code;
	size_t n;

	if (s[0] >= 0x20 && s[0] < 0x7f)
		return 1;
	n = s[0] >= 0xf0 && s[0] < 0xf8 ? 4 : s[0] >= 0xe0 ? 3 : s[0] >= 0xc2 ? 2 : 0;
	if (!n || s[0] >= 0xf8)
		return 0;
	code = s[0] & (0x7fu >> n);
	for (size_t i = 1; i < n; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
		code = code << 6 | (s[i] & 0x3f);
	}
	if (code < least[n] || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ||
	    code <= 0x9f || code == 0xfeff || (code >= 0x200b && code <= 0x200f) ||
	    (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069))
		return 0;
	return n;
}

static bool is_prose(const char *text)
{
	for (const unsigned char *s = (const unsigned char *)text; *s;) {
		size_t n = printable(s);

		if (!n)
			return false;
		s += n;
	}
	return true;
}

bool text_fits(const char *text, enum text_form form)
{
	if (!text[0])
		return form_row[form].may_be_empty;
	if (form == TEXT_PROSE)
		return is_prose(text);
	if (form == TEXT_KIND)
		return !strcmp(text, "tput") || !strcmp(text, "lat") || !strcmp(text, "sweep");
	if (form == TEXT_AUDIT)
		return is_audit(text);
	if (form == TEXT_NAME && (strchr(DIGITS, text[0]) || text[0] == '.'))
		return false;
	return !form_row[form].chars || strspn(text, form_row[form].chars) == strlen(text);
}

const char *text_form_name(enum text_form form)
{
	return form_row[form].name;
}

void text_clean(char *out, size_t size, const char *text, enum text_form form)
{
	const unsigned char *s = (const unsigned char *)text;
	size_t at = 0;

	while (*s) {
		size_t n = form == TEXT_PROSE ? printable(s)
					      : strchr(form_row[form].chars, *s) != NULL;

		if (at + (n ? n : 1) >= size)
			break;
		if (n)
			memcpy(out + at, s, n);
		else
			out[at] = form == TEXT_PROSE ? (*s == '\n' || *s == '\t' ? ' ' : '?') : '_';
		at += n ? n : 1;
		s += n ? n : 1;
	}
	out[at] = '\0';
}
