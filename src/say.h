/* The only voice on stderr.  Results go to stdout and are not this module's business. */
#ifndef CMPTUNE_SAY_H
#define CMPTUNE_SAY_H

#include <stdbool.h>
#include <stddef.h>

struct fault;

/*
 * Look at the terminal and the environment once: NO_COLOR and a stderr that is no terminal turn
 * colour off, and only a terminal gets progress.  quiet leaves errors alone; json turns errors into
 * one JSON object a line ({"error": {"code": "...", "text": "..."}}) on stderr.
 */
void say_init(bool quiet, bool json);

void say_error(const struct fault *f);
__attribute__((format(printf, 1, 2))) void say_warn(const char *fmt, ...);
__attribute__((format(printf, 1, 2))) void say_note(const char *fmt, ...);

/* At most six updates a second, cleared before any other line.  label is what is being worked on
 * now. */
void say_progress(size_t done, size_t total, const char *label);
void say_progress_end(void);

/* SGR sequences for stdout tables: "" unless stdout is a terminal and NO_COLOR is unset. */
enum say_style { SAY_PLAIN, SAY_BOLD, SAY_GOOD, SAY_BAD, SAY_DIM };
const char *say_style(enum say_style style);

#endif
