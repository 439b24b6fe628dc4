/*
 * The SM clock of a card as a function of the GPU time it has behind it.  Its clock does not look
 * at the wall clock.
 */
#include <math.h>

#include "fake.h"

double fake_or(double v, double fallback)
{
	return isnan(v) ? fallback : v;
}

double fake_clock_mhz(const struct fake_card *c)
{
	double busy_ns = fake_progress()->busy_ns, ramp_ns = fake_or(c->ramp_ms, 0) * 1e6;
	double low = fake_or(c->ramp_mhz, c->clock_mhz), mhz = c->clock_mhz;

	if (busy_ns < ramp_ns)
		mhz = low + (c->clock_mhz - low) * busy_ns / ramp_ns;
	return fake_schedule("FAKE_CLOCK", fake_launches(), mhz);
}
