/*
 * Files and folders: XDG places, whole-file reads, writes that are there entirely or not at all,
 * hashes. Nothing here knows what is in a file.
 */
#include "path.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <pwd.h>
#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void xdg_dir(struct buf *out, const char *variable, const char *below_home)
{
	const char *dir = getenv(variable), *home = getenv("HOME");

	/* The XDG specification tells programs to ignore relative paths. */
	if (dir && dir[0] == '/') {
		buf_addf(out, "%s/cmptune", dir);
		return;
	}
	if (!home || !*home) {
		const struct passwd *who = getpwuid(getuid());

		home = who ? who->pw_dir : "";
	}
	buf_addf(out, "%s/%s/cmptune", home, below_home);
}

void path_data_dir(struct buf *out)
{
	xdg_dir(out, "XDG_DATA_HOME", ".local/share");
}

void path_cache_dir(struct buf *out)
{
	xdg_dir(out, "XDG_CACHE_HOME", ".cache");
}

static int make_dir(const char *path, struct fault *f)
{
	struct stat st;
	int why;

	if (mkdir(path, 0777) == 0)
		return 0;
	why = errno;
	if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
		return 0;
	return fault_set(f, FAULT_FILE, "%s: cannot be made a folder: %s", path, strerror(why));
}

int path_make_dirs(const char *dir, struct fault *f)
{
	struct buf part = BUF_INIT;
	int rc = 0;

	while (rc == 0 && *dir) {
		size_t n = strcspn(dir, "/");

		buf_add(&part, dir, n);
		if (n > 0)
			rc = make_dir(buf_str(&part), f);
		dir += n;
		if (*dir == '/')
			buf_putc(&part, *dir++);
	}
	buf_done(&part);
	return rc;
}

int file_read(const char *path, size_t limit, struct buf *out, struct fault *f)
{
	char block[65536];
	struct stat st;
	ssize_t n;
	int rc = 0, fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return fault_set(f, FAULT_FILE, "%s: cannot be opened: %s", path, strerror(errno));
	if (fstat(fd, &st) == 0 && S_ISDIR(st.st_mode)) {
		rc = fault_set(f, FAULT_FILE, "%s: is a folder, a file is needed", path);
		goto out;
	}
	for (size_t total = 0; (n = read(fd, block, sizeof(block))) != 0; total += (size_t)n) {
		if (n < 0 && errno == EINTR) {
			n = 0;
			continue;
		}
		if (n < 0) {
			rc = fault_set(f, FAULT_FILE, "%s: cannot be read: %s", path,
				       strerror(errno));
			goto out;
		}
		if ((size_t)n > limit - total) {
			rc = fault_set(f, FAULT_FILE,
				       "%s: larger than the %zu bytes that such a file may have",
				       path, limit);
			goto out;
		}
		buf_add(out, block, (size_t)n);
	}
out:
	close(fd);
	return rc;
}

static int write_all(int fd, const char *data, size_t n)
{
	while (n > 0) {
		ssize_t done = write(fd, data, n);

		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			return -1;
		data += done;
		n -= (size_t)done;
	}
	return 0;
}

static int write_failed(const char *path, struct fault *f)
{
	return fault_set(f, FAULT_FILE, "%s: cannot be written: %s", path, strerror(errno));
}

/* Devices and pipes have no name to swap: write into them. */
static int write_in_place(const char *path, const void *data, size_t n, struct fault *f)
{
	int rc = 0, fd = open(path, O_WRONLY | O_CLOEXEC);

	if (fd < 0)
		return write_failed(path, f);
	if (write_all(fd, data, n) != 0)
		rc = write_failed(path, f);
	if (close(fd) != 0 && rc == 0)
		rc = write_failed(path, f);
	return rc;
}

/* A new file beside `path`; with open() and not mkstemp(), so that the user's umask decides the
 * mode. */
static int open_temporary(const char *dir, struct buf *name)
{
	int fd = -1;

	for (int i = 0; fd < 0 && i < 100; i++) {
		buf_clear(name);
		buf_addf(name, "%s/.cmptune-%ld-%d.tmp", dir, (long)getpid(), i);
		fd = open(buf_str(name), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (fd < 0 && errno != EEXIST)
			break;
	}
	return fd;
}

static int replace_file(const char *path, const void *data, size_t n, const struct stat *old,
			struct fault *f)
{
	struct buf temporary = BUF_INIT;
	char *copy = mem_text(path);
	const char *dir = dirname(copy);
	int rc = 0, dir_fd, fd = open_temporary(dir, &temporary);

	if (fd < 0) {
		rc = write_failed(path, f);
		goto out;
	}
	if (old && fchmod(fd, old->st_mode & 0777) != 0)
		rc = write_failed(path, f);
	if (rc == 0 && (write_all(fd, data, n) != 0 || fsync(fd) != 0))
		rc = write_failed(path, f);
	if (close(fd) != 0 && rc == 0)
		rc = write_failed(path, f);
	if (rc == 0 && rename(buf_str(&temporary), path) != 0)
		rc = write_failed(path, f);
	if (rc != 0) {
		unlink(buf_str(&temporary));
		goto out;
	}
	/* The content is safe already; the name reaches the disk with the folder, where that is
	 * possible. */
	dir_fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (dir_fd >= 0) {
		fsync(dir_fd);
		close(dir_fd);
	}
out:
	buf_done(&temporary);
	free(copy);
	return rc;
}

int file_write(const char *path, const void *data, size_t n, struct fault *f)
{
	struct stat st;
	char *target;
	int rc;

	if (strcmp(path, "-") == 0) {
		if (fwrite(data, 1, n, stdout) != n || fflush(stdout) != 0)
			return fault_set(f, FAULT_FILE, "standard output: cannot be written: %s",
					 strerror(errno));
		return 0;
	}
	if (stat(path, &st) != 0)
		return replace_file(path, data, n, NULL, f);
	if (S_ISDIR(st.st_mode))
		return fault_set(f, FAULT_FILE, "%s: is a folder: name a file in it", path);
	if (!S_ISREG(st.st_mode))
		return write_in_place(path, data, n, f);
	/* Through a symbolic link: the file it points to is replaced, not the link. */
	target = realpath(path, NULL);
	rc = target ? replace_file(target, data, n, &st, f) : write_failed(path, f);
	free(target);
	return rc;
}

void hash_hex(const void *data, size_t n, char hex[HASH_HEX_SIZE])
{
	SHA256Data(data, n, hex);
}
