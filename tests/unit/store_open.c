/* Which files are opened, as what, and who is refused; what the program brings along. */
#include <sqlite3.h>
#include <sys/stat.h>

#include "path.h"
#include "store_helpers.h"

static void test_list(void)
{
	struct store *s = open_or_die(at("none.db"), STORE_READ);
	struct store_entry *v = NULL;
	struct fault f = {0};
	size_t n = 0, derived = 0, published = 0;

	is_int(store_list(s, &v, &n, &f), 0, "what the program carries can be listed");
	for (size_t i = 0; i < n; i++) {
		derived += v[i].provenance == PROV_DERIVED;
		published += v[i].provenance == PROV_PUBLISHED;
		if (!v[i].n_figures)
			ok(0, "%s has no figure", v[i].key);
	}
	is_int((long long)derived, 9, "four CMP cards and five healthy dies");
	is_int((long long)published, 3, "and the three cards of the seed's table");
	free(v);
	store_close(s);
	ok(access(at("none.db"), F_OK) != 0, "reading makes no file");
}

static void sql(const char *path, const char *text)
{
	sqlite3 *db = NULL;
	char *why = NULL;

	if (sqlite3_open(path, &db) || sqlite3_exec(db, text, NULL, NULL, &why))
		diag("%s: %s", text, why ? why : sqlite3_errmsg(db));
	sqlite3_free(why);
	sqlite3_close(db);
}

static void test_strangers(void)
{
	static const struct {
		const char *name, *sql, *says;
	} stranger[] = {
		{"newer.db", "PRAGMA user_version = 99", "newer cmptune"},
		{"other.db", "PRAGMA application_id = 7", "another program"},
	};
	struct fault f = {0};
	struct store *s = NULL;
	struct stat before, after;

	for (size_t i = 0; i < sizeof(stranger) / sizeof(*stranger); i++) {
		store_close(open_or_die(at(stranger[i].name), STORE_WRITE));
		sql(at(stranger[i].name), stranger[i].sql);
		stat(at(stranger[i].name), &before);
		is_int(store_open(at(stranger[i].name), STORE_WRITE, &s, &f), FAULT_DATABASE,
		       "%s to write", stranger[i].name);
		has_str(f.text, stranger[i].says, "%s tells why", stranger[i].name);
		is_int(store_open(at(stranger[i].name), STORE_READ, &s, &f), FAULT_DATABASE,
		       "%s to read", stranger[i].name);
		stat(at(stranger[i].name), &after);
		ok(before.st_mtim.tv_nsec == after.st_mtim.tv_nsec &&
			   before.st_size == after.st_size,
		   "%s is untouched", stranger[i].name);
	}
	sql(at("alien.db"), "CREATE TABLE t (x)");
	is_int(store_open(at("alien.db"), STORE_WRITE, &s, &f), FAULT_DATABASE,
	       "a database without our mark");
	is_int(file_write(at("text.db"), "this is no database, but long enough to be one of them\n",
			  55, &f),
	       0, "a text file");
	is_int(store_open(at("text.db"), STORE_WRITE, &s, &f), FAULT_DATABASE, "is refused");
	has_str(f.text, "text.db: is damaged or no database", "by name");
	is_int(store_open(dir, STORE_READ, &s, &f), FAULT_DATABASE, "a folder is refused");
	is_int(store_open(at("missing/x.db"), STORE_WRITE, &s, &f), FAULT_DATABASE,
	       "a folder that is not there");
	has_str(f.text, "No such file or directory", "says so");
	is_int(file_write(at("empty.db"), "", 0, &f), 0, "an empty file");
	store_close(open_or_die(at("empty.db"), STORE_WRITE));
	ok(1, "becomes a database");
}

/* As somebody without rights; the superuser has all of them. */
static int without_rights(int (*check)(void))
{
	pid_t child = fork();
	int status = 0;

	if (child == 0) {
		if (geteuid() == 0 && (setegid(65534) || seteuid(65534)))
			_exit(77);
		_exit(check());
	}
	waitpid(child, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 99;
}

static int read_locked(void)
{
	struct store *s = NULL;
	struct record r;
	struct fault f = {0};
	int rc = store_open(at("locked/a.db"), STORE_READ, &s, &f);

	if (!rc)
		rc = store_record(s, "20c2@measured", &r, &f);
	if (!rc)
		rc = store_record(s, "220d", &r, &f);
	if (rc)
		diag("%s", f.text);
	return rc ? 1 : 0;
}

static int write_locked(void)
{
	struct store *s = NULL;
	struct fault f = {0};
	int rc = store_open(at("locked/a.db"), STORE_WRITE, &s, &f);

	return rc == FAULT_DATABASE && strstr(f.text, "cannot be written") ? 0 : 1;
}

static int write_new_locked(void)
{
	struct store *s = NULL;
	struct fault f = {0};

	return store_open(at("locked/new.db"), STORE_WRITE, &s, &f) == FAULT_DATABASE ? 0 : 1;
}

static void test_read_only(void)
{
	struct card c = make_card(0x20c2, "92.00.67.00.01", "NVIDIA Graphics Device");
	struct store *s;

	mkdir(at("locked"), 0755);
	s = open_or_die(at("locked/a.db"), STORE_WRITE);
	put_run(s, &c, PROV_MEASURED, "2026-01-01T00:00:00Z", "full speed", "f32_fma", 1);
	store_close(s);
	chmod(at("locked/a.db"), 0444);
	chmod(at("locked"), 0555);
	chmod(dir, 0755);
	is_int(without_rights(read_locked), 0,
	       "a database that cannot be written is read, with the embedded records");
	is_int(without_rights(write_locked), 0, "and not opened for writing");
	is_int(without_rights(write_new_locked), 0, "nor is one made where nothing can be made");
	chmod(at("locked"), 0755);
	chmod(at("locked/a.db"), 0644);
}

/* The records of another program are replaced, those of people stay. */
static void test_builtin(void)
{
	struct card c = make_card(0x20c2, "92.00.67.00.01", "NVIDIA Graphics Device");
	struct store *s = open_or_die(at("builtin.db"), STORE_WRITE);
	struct store_entry *v = NULL;
	struct fault f = {0};
	size_t n = 0, again = 0;

	put_run(s, &c, PROV_MEASURED, "2026-01-01T00:00:00Z", "full speed", "f32_fma", 1);
	store_list(s, &v, &n, &f);
	free(v);
	store_close(s);
	sql(at("builtin.db"), "UPDATE builtin SET hash = 'of another program'; UPDATE run SET "
			      "remark = 'old' WHERE is_builtin");
	s = open_or_die(at("builtin.db"), STORE_READ);
	store_list(s, &v, &again, &f);
	free(v);
	is_int((long long)again, (long long)n,
	       "embedded records of another program are replaced, not added to");
	store_close(s);
	store_close(open_or_die(at("builtin.db"), STORE_WRITE));
}

int main(void)
{
	begin();
	test_list();
	test_strangers();
	test_read_only();
	test_builtin();
	return end();
}
