/* Numbers as people read them.  Locale-free: NVRTC before 12.6.2 changes the locale behind our
 * back. */
#ifndef CMPTUNE_UNITS_H
#define CMPTUNE_UNITS_H

#include <stdint.h>

#include "buf.h"

void units_bytes(struct buf *b, uint64_t bytes); /* "7.8 GiB" */
void units_hz(struct buf *b, double hz);         /* "1410 MHz" */
void units_figure(
	struct buf *b, double v,
	int digits); /* significant digits, no exponent between 1e-4 and 1e9; "-" for NaN */
int units_parse_double(const char *text, double *out); /* whole text, finite; 0 or -1 */

#endif
