/*
 * Turns /sys/bus/pci and /proc/driver/nvidia into card fields: what a machine says of a card
 * without asking its driver. Must not need root and must not read the ROM: a read of it can hang a
 * card in use.
 */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "card_source.h"
#include "path.h"

enum {
	PCI_VENDOR_NVIDIA = 0x10de,
	PCI_CLASS_VGA = 0x0300,
	PCI_CLASS_3D = 0x0302,
	SMALL_FILE = 65536
};

static void add_root(struct buf *path)
{
	const char *root = getenv("CMPTUNE_SYSROOT");

	buf_puts(path, root ? root : "");
}

/* The file of a PCI device, without its newline; empty when it is not there. */
static void read_attribute(const struct card_bus *bus, const char *name, struct buf *out)
{
	struct buf path = BUF_INIT;

	buf_clear(out);
	add_root(&path);
	buf_puts(&path, "/sys/bus/pci/devices/");
	card_bus_format(bus, &path);
	buf_addf(&path, "/%s", name);
	if (file_read(buf_str(&path), SMALL_FILE, out, NULL) != 0)
		buf_clear(out);
	while (out->len && out->s[out->len - 1] == '\n')
		out->s[--out->len] = '\0';
	buf_done(&path);
}

/* "0x10de"; -1 when it is not there or no number. */
static long read_hex(const struct card_bus *bus, const char *name)
{
	struct buf text = BUF_INIT;
	long v = -1;

	read_attribute(bus, name, &text);
	if (text.len) {
		char *end;

		v = strtol(text.s, &end, 16);
		if (*end || v < 0)
			v = -1;
	}
	buf_done(&text);
	return v;
}

static int is_nvidia_gpu(const struct card_bus *bus)
{
	long class = read_hex(bus, "class");

	return read_hex(bus, "vendor") == PCI_VENDOR_NVIDIA && class >= 0 &&
	       (class >> 8 == PCI_CLASS_VGA || class >> 8 == PCI_CLASS_3D);
}

static int compare_bus(const void *a, const void *b)
{
	const struct card_bus *x = a, *y = b;

	if (x->domain != y->domain)
		return x->domain < y->domain ? -1 : 1;
	if (x->bus != y->bus)
		return x->bus < y->bus ? -1 : 1;
	if (x->device != y->device)
		return x->device < y->device ? -1 : 1;
	return x->function < y->function ? -1 : x->function > y->function;
}

void card_sysfs_list(struct card_bus **out, size_t *n)
{
	struct buf path = BUF_INIT;
	struct dirent *entry;
	DIR *dir;

	*out = NULL;
	*n = 0;
	add_root(&path);
	buf_puts(&path, "/sys/bus/pci/devices");
	dir = opendir(buf_str(&path));
	while (dir && (entry = readdir(dir))) {
		struct card_bus bus;

		if (card_bus_parse(entry->d_name, &bus) != 0 || !is_nvidia_gpu(&bus))
			continue;
		*out = mem_grow(*out, *n + 1, sizeof(**out));
		(*out)[(*n)++] = bus;
	}
	if (dir)
		closedir(dir);
	if (*n)
		qsort(*out, *n, sizeof(**out), compare_bus);
	buf_done(&path);
}

void card_sysfs_ids(const struct card_bus *bus, struct card *c)
{
	long device = read_hex(bus, "device");
	long vendor = read_hex(bus, "subsystem_vendor"),
	     subsystem = read_hex(bus, "subsystem_device");

	if (device >= 0)
		card_set_num(c, CARD_pci_device, (uint64_t)device);
	else
		card_add_reason(c, CARD_pci_device, "sysfs: no file device");
	if (vendor >= 0 && subsystem >= 0)
		card_set_num(c, CARD_pci_subsystem, (uint64_t)vendor << 16 | (uint64_t)subsystem);
	else
		card_add_reason(c, CARD_pci_subsystem, "sysfs: no file subsystem_device");
}

static uint64_t link_width(const char *text)
{
	char *end;
	long v = strtol(text, &end, 10);

	return end != text && v > 0 && v <= 32 ? (uint64_t)v
					       : 0; /* 255 is "unknown" in some kernels */
}

void card_sysfs_link(const struct card_bus *bus, struct card *c)
{
	static const struct {
		enum card_index field;
		const char *file;
		int is_speed;
	} rows[] = {
		{CARD_pcie_gen, "current_link_speed", 1},
		{CARD_pcie_gen_max, "max_link_speed", 1},
		{CARD_pcie_width, "current_link_width", 0},
		{CARD_pcie_width_max, "max_link_width", 0},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct buf text = BUF_INIT;
		uint64_t v;

		if (card_known(c, rows[i].field))
			continue;
		read_attribute(bus, rows[i].file, &text);
		v = rows[i].is_speed ? (uint64_t)card_link_gen(buf_str(&text))
				     : link_width(buf_str(&text));
		if (v)
			card_set_num(c, rows[i].field, v);
		else if (text.len)
			card_add_reason(c, rows[i].field, "sysfs: %s is \"%.40s\"", rows[i].file,
					text.s);
		else
			card_add_reason(c, rows[i].field, "sysfs: no file %s", rows[i].file);
		buf_done(&text);
	}
}

void card_sysfs_driver(struct card *c)
{
	struct buf path = BUF_INIT, text = BUF_INIT;

	if (card_known(c, CARD_driver))
		goto out;
	add_root(&path);
	buf_puts(&path, "/sys/module/nvidia/version");
	if (file_read(buf_str(&path), SMALL_FILE, &text, NULL) == 0 && text.len) {
		text.s[strcspn(text.s, "\n")] = '\0';
		card_set_text(c, CARD_driver, text.s);
	} else {
		card_add_reason(c, CARD_driver, "sysfs: no /sys/module/nvidia/version");
	}
out:
	buf_done(&path);
	buf_done(&text);
}

/* /proc/driver/nvidia/gpus/<bus id>/information.  Drivers differ in the case of the folder's name:
 * it is compared as a number. */
static int read_information(const struct card_bus *bus, struct buf *out)
{
	struct buf path = BUF_INIT;
	struct dirent *entry;
	size_t base;
	int found = -1;
	DIR *dir;

	add_root(&path);
	buf_puts(&path, "/proc/driver/nvidia/gpus");
	base = path.len;
	dir = opendir(buf_str(&path));
	while (dir && found != 0 && (entry = readdir(dir))) {
		struct card_bus have;

		if (card_bus_parse(entry->d_name, &have) != 0 || !card_bus_equal(bus, &have))
			continue;
		path.s[path.len = base] = '\0';
		buf_addf(&path, "/%s/information", entry->d_name);
		found = file_read(buf_str(&path), SMALL_FILE, out, NULL) == 0 ? 0 : -1;
	}
	if (dir)
		closedir(dir);
	buf_done(&path);
	return found;
}

void card_proc_vbios(const struct card_bus *bus, struct card *c)
{
	static const char label[] = "Video BIOS:";
	struct buf text = BUF_INIT;
	char vbios[96];
	char *at;

	if (card_known(c, CARD_vbios))
		return;
	if (read_information(bus, &text) != 0) {
		card_add_reason(c, CARD_vbios, "/proc/driver/nvidia does not list the card");
		goto out;
	}
	at = strstr(buf_str(&text), label);
	if (!at) {
		card_add_reason(c, CARD_vbios, "/proc/driver/nvidia does not say");
		goto out;
	}
	at += sizeof(label) - 1;
	at[strcspn(at, "\n")] = '\0';
	if (card_vbios_parse(at, vbios) == 0)
		card_set_text(c, CARD_vbios, vbios);
	else
		card_add_reason(c, CARD_vbios, "/proc/driver/nvidia: \"%.32s\"",
				at + strspn(at, " \t"));
out:
	buf_done(&text);
}
