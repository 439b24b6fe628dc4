/*
 * Everything that goes to stderr: errors, warnings, notes, progress.  It uses no allocated memory,
 * so that it can still report that there is none.  It must not print results and must not end the
 * process.
 */
#include "say.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "fault.h"

#define PROGRESS_INTERVAL_NS INT64_C(166666667) /* six updates a second */

/* The program's voice: set once by say_init; the rest says whether a progress line stands on the
 * terminal. */
static struct {
	bool quiet, json;
	bool err_tty, err_colour, out_colour;
	bool line_shown;
	int64_t shown_ns;
} voice;

static int64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

void say_init(bool quiet, bool json)
{
	const char *no_colour = getenv("NO_COLOR"), *term = getenv("TERM");
	bool may = !(no_colour && *no_colour) && term && strcmp(term, "dumb") != 0;

	voice.quiet = quiet;
	voice.json = json;
	voice.err_tty = isatty(STDERR_FILENO);
	voice.err_colour = may && voice.err_tty;
	voice.out_colour = may && isatty(STDOUT_FILENO);
}

/* Length of the valid UTF-8 character at s, 0 when there is none. */
static size_t utf8_length(const unsigned char *s)
{
	size_t n = s[0] < 0x80   ? 1
		   : s[0] < 0xc2 ? 0
		   : s[0] < 0xe0 ? 2
		   : s[0] < 0xf0 ? 3
		   : s[0] < 0xf5 ? 4
				 : 0;

	for (size_t i = 1; i < n; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
	    (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
		return 0;
	return n;
}

/* Texts may hold what a card, a file or a compiler said: escape sequences must not reach the
 * terminal. */
static void put_text(const char *text, bool as_json)
{
	const unsigned char *s = (const unsigned char *)text;

	while (*s) {
		size_t n = utf8_length(s);

		if (as_json && (*s == '"' || *s == '\\'))
			fprintf(stderr, "\\%c", *s);
		else if (as_json && *s == '\n')
			fputs("\\n", stderr);
		else if (n == 0 || (*s < 0x20 && *s != '\n' && *s != '\t') || *s == 0x7f)
			fputc('?', stderr);
		else if (as_json && *s == '\t')
			fputs("\\t", stderr);
		else
			fwrite(s, 1, n, stderr);
		s += n ? n : 1;
	}
}

void say_progress_end(void)
{
	if (voice.line_shown)
		fputs("\r\033[K", stderr);
	voice.line_shown = false;
	voice.shown_ns = 0;
}

static void say_line(const char *colour, const char *word, const char *text)
{
	char block[2048];

	/* stderr is unbuffered; several processes share it, so a line should leave in one piece. */
	flockfile(stderr);
	fflush(stdout);
	say_progress_end();
	setvbuf(stderr, block, _IOFBF, sizeof(block));
	fprintf(stderr, "cmptune: %s%s%s", voice.err_colour ? colour : "", word,
		voice.err_colour ? "\033[0m" : "");
	put_text(text, false);
	fputc('\n', stderr);
	fflush(stderr);
	setvbuf(stderr, NULL, _IONBF, 0);
	funlockfile(stderr);
}

void say_error(const struct fault *f)
{
	if (!voice.json) {
		say_line("\033[1;31m", "error: ", f->text[0] ? f->text : fault_about(f->code));
		return;
	}
	say_progress_end();
	fprintf(stderr, "{\"error\": {\"code\": \"%s\", \"text\": \"", fault_name(f->code));
	put_text(f->text[0] ? f->text : fault_about(f->code), true);
	fputs("\"}}\n", stderr);
}

void say_warn(const char *fmt, ...)
{
	char text[1024];
	va_list ap;

	if (voice.quiet)
		return;
	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	say_line("\033[33m", "warning: ", text);
}

void say_note(const char *fmt, ...)
{
	char text[1024];
	va_list ap;

	if (voice.quiet)
		return;
	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	say_line("", "", text);
}

void say_progress(size_t done, size_t total, const char *label)
{
	int64_t now;

	if (voice.quiet || !voice.err_tty)
		return;
	now = now_ns();
	if (voice.line_shown && now - voice.shown_ns < PROGRESS_INTERVAL_NS)
		return;
	voice.line_shown = true;
	voice.shown_ns = now;
	fprintf(stderr, "\r\033[K%zu/%zu ", done, total);
	put_text(label, false);
}

const char *say_style(enum say_style style)
{
	static const char *const sgr[] = {
		[SAY_PLAIN] = "\033[0m",  [SAY_BOLD] = "\033[1m", [SAY_GOOD] = "\033[32m",
		[SAY_BAD] = "\033[1;31m", [SAY_DIM] = "\033[2m",
	};

	return voice.out_colour ? sgr[style] : "";
}
