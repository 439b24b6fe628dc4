/* What a text that may come from anywhere is allowed to consist of. */
#ifndef CMPTUNE_STORE_TEXT_H
#define CMPTUNE_STORE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

enum text_form {
	TEXT_ANY,
	TEXT_NAME,  /* [A-Za-z_][A-Za-z0-9_.]*: a probe, a variant */
	TEXT_WORD,  /* [A-Za-z0-9 ._:+-]*: versions, hashes, times, a VBIOS */
	TEXT_LABEL, /* letters, digits and harmless punctuation: a card's name; never a quote, a
		       backslash or a star */
	TEXT_STATE, /* [A-Za-z0-9 /~?.,:-]+: a fingerprint */
	TEXT_PROSE, /* UTF-8 without control and direction characters */
	TEXT_KIND,  /* "tput", "lat", "sweep" */
	TEXT_AUDIT, /* the words of struct figure's audit */
};

bool text_fits(const char *text, enum text_form form);
const char *text_form_name(enum text_form form); /* "a plain word": for messages */

/* Copy into a buffer of `size`; what PROSE or LABEL do not allow becomes '?' or '_', what is too
 * long is cut. */
void text_clean(char *out, size_t size, const char *text, enum text_form form);

/* Is the audit word that of a rate: of a figure that decisions may be made from? */
bool text_audit_is_rate(const char *audit);

#endif
