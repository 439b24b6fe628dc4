/* The embedded files are the files of the source tree, and can be found. */
#include "tap.h"

#include "buf.h"
#include "embed.h"
#include "path.h"

int main(void)
{
	size_t sorted = 1, same = 0, found = 0, i = 0, n = 0;
	const struct embed_file *file;

	ok(embed_count > 0, "%zu files are embedded", embed_count);
	for (size_t k = 0; k < embed_count; k++) {
		struct buf b = BUF_INIT;

		if (k > 0 && strcmp(embed_files[k - 1].path, embed_files[k].path) >= 0)
			sorted = 0;
		found += embed_find(embed_files[k].path) == &embed_files[k];
		if (file_read(embed_files[k].path, 1 << 30, &b, NULL) == 0)
			same += b.len == embed_files[k].size &&
				embed_files[k].data[b.len] == '\0' &&
				memcmp(buf_str(&b), embed_files[k].data, b.len) == 0;
		buf_done(&b);
	}
	ok(sorted, "sorted by path");
	is_int((long long)found, (long long)embed_count, "each is found by its path");
	is_int((long long)same, (long long)embed_count,
	       "each is what lies in the source tree, and NUL-terminated");
	ok(!embed_find("probes/absent.ini") && !embed_find("") && !embed_find("zzz"),
	   "what is absent is not found");
	while ((file = embed_next("probes", ".ini", &i))) {
		n++;
		if (strncmp(file->path, "probes/", 7) != 0 || strchr(file->path + 7, '/') ||
		    !strstr(file->path, ".ini"))
			ok(0, "%s does not lie directly in probes/", file->path);
	}
	ok(n > 0, "probes/ has %zu .ini files", n);
	i = 0;
	ok(!embed_next("probe", ".ini", &i), "a folder's name is matched whole");
	return done();
}
