/* Watches throttle ("event") reasons while something is measured.  Reads, never sets. */
#ifndef CMPTUNE_GUARD_H
#define CMPTUNE_GUARD_H

#include <stdbool.h>
#include <stdint.h>

/* What NVML answers in one call: each costs as much time as a launch. */
struct guard_reading {
	bool has_reasons; /* reasons counts only then */
	uint64_t reasons; /* nvmlClocksEventReasons bits, unknown ones kept */
};

/* Reasons that make a sample suspect: hardware slowdown, thermal, power brake.  A power cap is none:
 * it lowers the clock by software, in its own time, and an SM does as much in a clock as before
 * (wgmma, which an H200 cannot run at its full clock, takes exact numbers of cycles under it). */
#define GUARD_TAINT UINT64_C(0xe8)
#define GUARD_POWER_CAP UINT64_C(0x04)

struct guard; /* an NVML session bound to one card */

/* NULL when NVML or the card is not to be had: then every reading is empty, which is not an error.
 */
struct guard *guard_open(const char *bus_id);
void guard_read(struct guard *g, struct guard_reading *out); /* g may be NULL */
void guard_close(struct guard *g);
const char *guard_reason_text(uint64_t bit); /* "software power cap"; NULL for an unknown bit */

#endif
