/*
 * Where probe files come from: those embedded in the program, or a folder of the user's.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "embed.h"
#include "path.h"
#include "spec.h"

#define FILE_LIMIT (1 << 20)

static bool is_remark(const char *line)
{
	line += strncmp(line, "remark", strlen("remark")) ? 0 : strlen("remark");
	line += strspn(line, " \t");
	return *line == '=' || *line == ':';
}

/*
 * What decides about figures.  A remark changes none: when one is reworded, a run that was stopped
 * still goes on, and a record is still of these probes.
 */
static void add_measured(struct buf *all, const char *text)
{
	bool skips = false;

	for (size_t n; *text; text += n) {
		const bool is_blank = text[strspn(text, " \t\r")] == '\n';

		n = strcspn(text, "\n");
		n += text[n] == '\n';
		if (!isspace((unsigned char)*text))
			skips = is_remark(text);
		if (!skips || is_blank)
			buf_add(all, text, n);
	}
}

static int load_embedded(struct probe_set *set, struct buf *all, struct fault *f)
{
	const struct embed_file *e;
	size_t i = 0;

	while ((e = embed_next("probes", ".ini", &i)) != NULL) {
		if (strchr(e->path + strlen("probes/"), '/'))
			continue; /* strategies have a loader of their own */
		add_measured(all, e->data);
		if (spec_parse(set, e->path, e->data, f))
			return f ? f->code : FAULT_DATA;
	}
	return 0;
}

static int is_probe_file(const struct dirent *e)
{
	const char *dot = strrchr(e->d_name, '.');

	return dot && dot != e->d_name && !strcmp(dot, ".ini");
}

static int load_file(const char *dir, const char *name, struct probe_set *set, struct buf *all,
		     struct fault *f)
{
	struct buf path = BUF_INIT, text = BUF_INIT;
	int rc;

	buf_addf(&path, "%s/%s", dir, name);
	rc = file_read(buf_str(&path), FILE_LIMIT, &text, f);
	if (!rc && memchr(buf_str(&text), '\0', text.len))
		rc = fault_set(f, FAULT_DATA, "%s: the file holds a NUL byte", buf_str(&path));
	if (!rc) {
		add_measured(all, buf_str(&text));
		rc = spec_parse(set, buf_str(&path), buf_str(&text), f);
	}
	buf_done(&path);
	buf_done(&text);
	return rc;
}

static int load_folder(const char *dir, struct probe_set *set, struct buf *all, struct fault *f)
{
	struct dirent **entry = NULL;
	int n = scandir(dir, &entry, is_probe_file, alphasort), rc = 0;

	if (n < 0)
		return fault_set(f, FAULT_FILE, "%s: cannot be read as a folder of probe files: %s",
				 dir, strerror(errno));
	for (int i = 0; i < n; i++) {
		if (!rc)
			rc = load_file(dir, entry[i]->d_name, set, all, f);
		free(entry[i]);
	}
	free(entry);
	if (!rc && !set->n)
		rc = fault_set(f, FAULT_DATA, "%s: holds no probe file (*.ini)", dir);
	return rc;
}

int spec_load(const char *dir, struct probe_set *out, struct fault *f)
{
	struct probe_set set = {0};
	struct buf all = BUF_INIT;
	int rc = dir ? load_folder(dir, &set, &all, f) : load_embedded(&set, &all, f);

	if (!rc)
		rc = variant_load(NULL, &set.variants, f);
	if (!rc)
		rc = spec_finish(&set, f);
	if (rc) {
		spec_done(&set);
	} else {
		variant_text(&set.variants, &all);
		hash_hex(buf_str(&all), all.len, set.hash);
		*out = set;
	}
	buf_done(&all);
	return rc;
}
