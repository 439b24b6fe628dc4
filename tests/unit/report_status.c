/* The exit status of `cmptune report`: a measured card without one figure to trust is told apart
 * from the others. */
#include <fcntl.h>
#include <unistd.h>

#include "face.h"
#include "record.h"
#include "tap.h"

/* Run the command with its output thrown away; its fault code. */
static int report(char *db, char *card)
{
	static char option_db[] = "--db", option_card[] = "--card";
	char *argv[] = {option_db, db, option_card, card, NULL};
	void *args = mem_new(1, verb_report.args_size);
	int n_operands, wants_help, rc, out, null = open("/dev/null", O_WRONLY);
	struct fault f = {0};

	fflush(stdout);
	out = dup(STDOUT_FILENO);
	dup2(null, STDOUT_FILENO);
	rc = opt_parse(&verb_report, 4, argv, args, &n_operands, &wants_help, &f);
	if (!rc)
		rc = verb_report.run(args, 0, argv, &f);
	fflush(stdout);
	dup2(out, STDOUT_FILENO);
	close(out);
	close(null);
	opt_done(&verb_report, args);
	free(args);
	return rc;
}

/* A run of one figure that did or did not pass the gate. */
static int add_run(struct store *s, unsigned pci_device, enum provenance provenance,
		   const char *gate, struct fault *f)
{
	struct store_run run = {.provenance = provenance,
				.tool_version = "0.1.0",
				.probe_set_hash = "0",
				.nvrtc_version = "13.0",
				.nvrtc_arch = "sm_80",
				.driver = "1",
				.started_utc = "2026-01-02T03:04:05Z"};
	struct record r;
	struct figure *fig;
	int64_t id;
	int rc;

	sample_card(&r, pci_device, 80, "x");
	card_set_num(&r.card, CARD_pci_subsystem, 0x10de0000 + pci_device);
	card_set_text(&r.card, CARD_vbios, "1");
	fig = sample_figure(&r, "f32_fma", "tput", 0.5);
	strcpy(fig->gate, gate);
	rc = store_run_begin(s, &r.card, &run, &id, f);
	if (!rc)
		rc = store_add(s, id, fig, NULL, 0, f);
	if (!rc)
		rc = store_run_finish(s, id, "full speed", f);
	sample_done(&r);
	return rc;
}

int main(void)
{
	char dir[] = "/tmp/cmptune-status.XXXXXX", db[64], good[] = "fff0", bad[] = "fff1",
	     modelled[] = "fff2";
	struct store *s = NULL;
	struct fault f = {0};
	int rc;

	if (!mkdtemp(dir))
		skip_all("no temporary folder");
	snprintf(db, sizeof(db), "%s/x.db", dir);
	rc = store_open(db, STORE_WRITE, &s, &f);
	rc = rc ? rc : add_run(s, 0xfff0, PROV_MEASURED, "", &f);
	rc = rc ? rc : add_run(s, 0xfff1, PROV_MEASURED, "plateau", &f);
	rc = rc ? rc : add_run(s, 0xfff2, PROV_MODELLED, "plateau", &f);
	store_close(s);
	if (ok(rc == 0, "three runs are stored %s", f.text)) {
		is_int(report(db, good), 0, "a measured card with a figure to trust");
		is_int(report(db, bad), FAULT_UNTRUSTED, "a measured card without one");
		is_int(report(db, modelled), 0, "a test double is not held to that");
	}
	unlink(db);
	snprintf(db, sizeof(db), "%s/x.db-wal", dir);
	unlink(db);
	snprintf(db, sizeof(db), "%s/x.db-shm", dir);
	unlink(db);
	rmdir(dir);
	return done();
}
