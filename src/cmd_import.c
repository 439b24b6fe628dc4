/*
 * cmptune import: records that 'cmptune export' wrote, into the database.  A file is taken whole or
 * not at all, and one that is there already changes nothing.
 */
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "buf.h"
#include "face.h"
#include "path.h"
#include "say.h"

#define FILE_LIMIT (64u << 20)

struct args {
	struct face_args face;
};

/* clang-format off */
static const struct opt opts[] = {
	FACE_OPT_DB,
	FACE_OPT_JSON,
	FACE_OPT_QUIET,
};
/* clang-format on */

static int import_file(struct store *s, const char *path, bool *added, struct fault *f)
{
	struct buf text = BUF_INIT;
	const char *slash = strrchr(path, '/');
	int rc = file_read(path, FILE_LIMIT, &text, f);

	if (!rc) {
		/* The folder it lay in is nobody's business, also in a database that is passed on.
		 */
		rc = store_import(s, buf_str(&text), text.len, slash ? slash + 1 : path, added, f);
		if (rc == FAULT_DATA)
			fault_wrap(f, "%s", path);
	}
	buf_done(&text);
	return rc;
}

static int run(void *args, int n_operands, char **operands, struct fault *f)
{
	const struct args *a = args;
	struct store *store = NULL;
	json_t *results = json_array();
	int n_added = 0, rc = 0;

	if (!n_operands)
		rc = fault_set(f, FAULT_USAGE,
			       "name the files to import, as 'cmptune export -o FILE' wrote them");
	if (!rc)
		rc = store_open(a->face.db, STORE_WRITE, &store, f);
	for (int i = 0; !rc && i < n_operands; i++) {
		bool added = false;

		rc = import_file(store, operands[i], &added, f);
		if (rc)
			break;
		n_added += added;
		json_array_append_new(results,
				      json_pack("{s:s, s:b}", "file", operands[i], "added", added));
		if (!a->face.json)
			printf("%s: %s\n", operands[i], added ? "imported" : "was there already");
	}
	if (a->face.json && store) {
		json_dumpf(results, stdout, JSON_PRESERVE_ORDER);
		putchar('\n');
	} else if (!rc && n_added) {
		say_note("%d %s in %s", n_added, n_added == 1 ? "new record" : "new records",
			 store_path(store));
	}
	json_decref(results);
	store_close(store);
	return rc;
}

const struct verb verb_import = {
	.name = "import",
	.about = "add records of other machines to the database",
	.operands = "FILE...",
	.opts = opts,
	.n_opts = sizeof(opts) / sizeof(opts[0]),
	.args_size = sizeof(struct args),
	.examples = "cmptune import my-card.json  # 'cmptune report --card ...' "
		    "then shows it\n",
	.run = run,
};
