/* Files and folders: XDG places, whole-file reads, writes that are there entirely or not at all,
 * hashes. */
#ifndef CMPTUNE_PATH_H
#define CMPTUNE_PATH_H

#include <stddef.h>

#include "buf.h"
#include "fault.h"

#define HASH_HEX_SIZE 65 /* SHA-256 as lower-case hex, with its NUL */

void path_data_dir(struct buf *out);  /* $XDG_DATA_HOME/cmptune, else ~/.local/share/cmptune */
void path_cache_dir(struct buf *out); /* $XDG_CACHE_HOME/cmptune, else ~/.cache/cmptune */

int path_make_dirs(const char *dir, struct fault *f); /* mkdir -p, mode 0777 & ~umask */
int file_read(const char *path, size_t limit, struct buf *out,
	      struct fault *f); /* refuses more than limit bytes */
int file_write(const char *path, const void *data, size_t n,
	       struct fault *f); /* temporary file, fsync, rename; "-" is stdout */
void hash_hex(const void *data, size_t n, char hex[HASH_HEX_SIZE]);

#endif
