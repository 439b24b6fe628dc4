/* Files: XDG places, folders, limits, atomic writes, hashes. */
#include "tap.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "path.h"

static char base[] = "/tmp/cmptune-path.XXXXXX";

static const char *in_base(struct buf *b, const char *name)
{
	buf_clear(b);
	buf_addf(b, "%s/%s", base, name);
	return buf_str(b);
}

static int count_files(const char *dir)
{
	DIR *d = opendir(dir);
	int n = 0;

	for (struct dirent *e; d && (e = readdir(d));)
		n += e->d_name[0] != '.' || strstr(e->d_name, ".tmp") != NULL;
	if (d)
		closedir(d);
	return n;
}

static void test_xdg(void)
{
	static const struct {
		const char *xdg, *home, *data, *cache;
	} row[] = {
		{"/x", "/h", "/x/cmptune", "/x/cmptune"},
		{NULL, "/h", "/h/.local/share/cmptune", "/h/.cache/cmptune"},
		{"relative", "/h", "/h/.local/share/cmptune", "/h/.cache/cmptune"},
		{"", "/h", "/h/.local/share/cmptune", "/h/.cache/cmptune"},
	};

	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		struct buf data = BUF_INIT, cache = BUF_INIT;

		setenv("HOME", row[i].home, 1);
		unsetenv("XDG_DATA_HOME");
		unsetenv("XDG_CACHE_HOME");
		if (row[i].xdg) {
			setenv("XDG_DATA_HOME", row[i].xdg, 1);
			setenv("XDG_CACHE_HOME", row[i].xdg, 1);
		}
		path_data_dir(&data);
		path_cache_dir(&cache);
		is_str(buf_str(&data), row[i].data, "data folder %zu", i);
		is_str(buf_str(&cache), row[i].cache, "cache folder %zu", i);
		buf_done(&data);
		buf_done(&cache);
	}
}

static void test_dirs(void)
{
	struct buf b = BUF_INIT;
	struct fault f = {0};
	struct stat st;

	is_int(path_make_dirs(in_base(&b, "a//b/c/"), &f), 0, "folders in folders");
	ok(stat(buf_str(&b), &st) == 0 && S_ISDIR(st.st_mode), "are there");
	is_int(path_make_dirs(buf_str(&b), &f), 0, "and may be there already");
	is_int(file_write(in_base(&b, "file"), "x", 1, &f), 0, "a file in the way");
	is_int(path_make_dirs(in_base(&b, "file/sub"), &f), FAULT_FILE, "is refused");
	has_str(f.text, "file", "and named");
	buf_done(&b);
}

static void test_read(void)
{
	struct buf b = BUF_INIT, content = BUF_INIT;
	struct fault f = {0};

	file_write(in_base(&b, "ten"), "0123456789", 10, &f);
	is_int(file_read(buf_str(&b), 10, &content, &f), 0, "a file of just the limit");
	is_str(buf_str(&content), "0123456789", "its content");
	buf_clear(&content);
	is_int(file_read(buf_str(&b), 9, &content, &f), FAULT_FILE, "one byte over the limit");
	has_str(f.text, "larger", "says so");
	is_int(file_read(in_base(&b, "absent"), 9, &content, &f), FAULT_FILE, "an absent file");
	has_str(f.text, "No such file", "says so");
	is_int(file_read(base, 9, &content, &f), FAULT_FILE, "a folder");
	has_str(f.text, "folder", "says so");
	is_int(file_read("/dev/zero", 100000, &content, &f), FAULT_FILE, "an endless device");
	buf_done(&b);
	buf_done(&content);
}

static void test_write(void)
{
	struct buf b = BUF_INIT, link_name = BUF_INIT, content = BUF_INIT;
	struct fault f = {0};
	struct stat st;
	int files;

	umask(027);
	is_int(file_write(in_base(&b, "new"), "one", 3, &f), 0, "a new file");
	stat(buf_str(&b), &st);
	is_int(st.st_mode & 0777, 0640, "has the mode that the umask gives");
	chmod(buf_str(&b), 0604);
	is_int(symlink("new", in_base(&link_name, "link")), 0, "a link to it");
	files = count_files(base);
	is_int(file_write(buf_str(&link_name), "second", 6, &f), 0, "written through the link");
	lstat(buf_str(&link_name), &st);
	ok(S_ISLNK(st.st_mode), "the link stays a link");
	stat(buf_str(&b), &st);
	is_int(st.st_mode & 0777, 0604, "the file keeps its mode");
	file_read(buf_str(&b), 100, &content, &f);
	is_str(buf_str(&content), "second", "and has the new content");
	is_int(count_files(base), files, "no temporary file is left");
	is_int(file_write(base, "x", 1, &f), FAULT_FILE, "a folder is not written");
	is_int(file_write(in_base(&b, "no/such"), "x", 1, &f), FAULT_FILE,
	       "nor a file in an absent folder");
	has_str(f.text, "no/such", "which is named");
	is_int(file_write("/dev/null", "x", 1, &f), 0, "a device is written into");
	stat("/dev/null", &st);
	ok(S_ISCHR(st.st_mode), "and stays a device");
	is_int(file_write("/dev/full", "x", 1, &f), FAULT_FILE, "a full device");
	has_str(f.text, "No space", "says so");
	buf_done(&b);
	buf_done(&link_name);
	buf_done(&content);
}

/* A limit on the file size stands for the full disk: the old content must survive, and nothing half
 * written. */
static void test_full_disk(void)
{
	struct buf b = BUF_INIT, content = BUF_INIT;
	struct fault f = {0};
	static char large[100000];
	int status, files;
	pid_t child;

	file_write(in_base(&b, "kept"), "old", 3, &f);
	files = count_files(base);
	fflush(stdout);
	child = fork();
	if (child == 0) {
		struct rlimit limit = {4096, 4096};

		signal(SIGXFSZ, SIG_IGN);
		setrlimit(RLIMIT_FSIZE, &limit);
		_exit(file_write(buf_str(&b), large, sizeof(large), &f) == FAULT_FILE ? 0 : 1);
	}
	waitpid(child, &status, 0);
	is_int(status, 0, "a write that does not fit fails");
	file_read(buf_str(&b), 100, &content, &f);
	is_str(buf_str(&content), "old", "the old content is still there");
	is_int(count_files(base), files, "and no temporary file");
	buf_done(&b);
	buf_done(&content);
}

/* root may write anywhere, so the read-only folder is tried as nobody. */
static void test_read_only(void)
{
	struct buf b = BUF_INIT;
	struct fault f = {0};
	int status;
	pid_t child;

	path_make_dirs(in_base(&b, "locked"), &f);
	chmod(buf_str(&b), 0555);
	chmod(base, 0755);
	fflush(stdout);
	child = fork();
	if (child == 0) {
		if (getuid() == 0 && setuid(65534) != 0)
			_exit(2);
		status = file_write(in_base(&b, "locked/x"), "x", 1, &f);
		_exit(status == FAULT_FILE && strstr(f.text, "Permission denied") &&
				      strstr(f.text, "locked/x")
			      ? 0
			      : 1);
	}
	waitpid(child, &status, 0);
	if (WIFEXITED(status) && WEXITSTATUS(status) == 2)
		skip("a folder without write permission", "cannot become another user");
	else
		is_int(status, 0,
		       "a folder without write permission is a sentence with the file's name");
	buf_done(&b);
}

static void test_hash(void)
{
	char hex[HASH_HEX_SIZE];

	/* FIPS 180-4 examples. */
	hash_hex("abc", 3, hex);
	is_str(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
	       "SHA-256 of abc");
	hash_hex("", 0, hex);
	is_str(hex, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
	       "SHA-256 of nothing");
}

int main(void)
{
	struct buf rm = BUF_INIT;

	if (!mkdtemp(base))
		return 1;
	test_xdg();
	test_dirs();
	test_read();
	test_write();
	test_full_disk();
	test_read_only();
	test_hash();
	buf_addf(&rm, "rm -rf %s", base);
	if (system(buf_str(&rm)) != 0)
		diag("%s could not be removed", base);
	buf_done(&rm);
	return done();
}
