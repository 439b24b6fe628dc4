/* A folder for databases, and runs to put into them. */
#ifndef STORE_HELPERS_H
#define STORE_HELPERS_H

#include <sys/wait.h>
#include <unistd.h>

#include "store.h"
#include "tap.h"

static char dir[] = "/tmp/cmptune-store.XXXXXX";

static inline const char *at(const char *name)
{
	static char path[4][256];
	static int turn;
	char *out = path[turn++ % 4];

	snprintf(out, sizeof(path[0]), "%s/%s", dir, name);
	return out;
}

static inline struct card make_card(unsigned device, const char *vbios, const char *name)
{
	struct card c = {.ordinal = 0};

	card_set_num(&c, CARD_pci_device, device);
	card_set_num(&c, CARD_pci_subsystem, 0x10de1585);
	if (vbios)
		card_set_text(&c, CARD_vbios, vbios);
	else
		card_set_unknown(&c, CARD_vbios, "NVML: not supported (3)");
	card_set_text(&c, CARD_name, name);
	card_set_num(&c, CARD_cc, 80);
	card_set_text(&c, CARD_uuid, "GPU-secret");
	card_set_text(&c, CARD_bus_id, "0000:01:00.0");
	return c;
}

static inline struct store_run make_run(enum provenance p, const char *started)
{
	return (struct store_run){.provenance = p,
				  .tool_version = "0.1.0",
				  .probe_set_hash = "abc",
				  .nvrtc_version = "13.0",
				  .nvrtc_arch = "sm_80",
				  .driver = "580.1",
				  .started_utc = started};
}

static inline struct figure make_figure(const char *probe, const char *kind, double interval)
{
	struct figure fig = {.warps = 32,
			     .chains = 8,
			     .interval_cyc = interval,
			     .lo_cyc = interval,
			     .hi_cyc = interval,
			     .mad_cyc = NAN,
			     .ns = NAN,
			     .clock_mhz = 1410,
			     .n_samples = 2};

	snprintf(fig.probe, sizeof(fig.probe), "%s", probe);
	snprintf(fig.kind, sizeof(fig.kind), "%s", kind);
	snprintf(fig.audit, sizeof(fig.audit), "ok");
	return fig;
}

/* A whole run of one figure; its id. */
static inline int64_t put_run(struct store *s, const struct card *c, enum provenance p,
			      const char *started, const char *state, const char *probe,
			      double interval)
{
	struct store_run run = make_run(p, started);
	struct figure fig = make_figure(probe, "tput", interval);
	struct fault f = {0};
	int64_t id = 0;

	if (store_run_begin(s, c, &run, &id, &f) || store_add(s, id, &fig, NULL, 0, &f) ||
	    (state && store_run_finish(s, id, state, &f)))
		diag("%s", f.text);
	return id;
}

static inline struct store *open_or_die(const char *path, enum store_mode mode)
{
	struct store *s = NULL;
	struct fault f = {0};

	if (store_open(path, mode, &s, &f)) {
		printf("Bail out! %s\n", f.text);
		exit(1);
	}
	return s;
}

static inline void begin(void)
{
	if (!mkdtemp(dir))
		skip_all("no temporary folder can be made");
}

static inline int end(void)
{
	if (fork() == 0)
		execlp("rm", "rm", "-rf", dir, (char *)NULL);
	wait(NULL);
	return done();
}

#endif
