/* card: spellings, keys, selection, formatting, and what a machine tells without a driver. */
#include "card_source.h"
#include "tap.h"

static void test_bus(void)
{
	static const struct {
		const char *text, *want; /* NULL: refused */
	} rows[] = {
		{"0000:01:00.0", "0000:01:00.0"},
		{"00000000:C1:1f.7", "0000:c1:1f.7"},
		{"c1:00.0", "0000:c1:00.0"},
		{"1:0", "0000:01:00.0"},
		{"10000:e1:00.0", "10000:e1:00.0"},
		{"0000:01:00", "0000:01:00.0"},
		{"", NULL},
		{"0", NULL},
		{"01:", NULL},
		{":01:00.0", NULL},
		{"01:20.0", NULL},
		{"01:00.8", NULL},
		{"100:00.0", NULL},
		{"01:00.0 ", NULL},
		{"01:00.", NULL},
		{"0:0:0:0", NULL},
		{"GPU-12345678", NULL},
		{"000000000:01:00.0", NULL},
		{"0x1:00.0", NULL},
		{"-1:00.0", NULL},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct card_bus bus;
		struct buf text = BUF_INIT;

		if (card_bus_parse(rows[i].text, &bus) == 0)
			card_bus_format(&bus, &text);
		is_str(text.s, rows[i].want, "bus id \"%s\"", rows[i].text);
		buf_done(&text);
	}
}

static void test_texts(void)
{
	static const struct {
		const char *text;
		int gen;
	} speeds[] = {{"2.5 GT/s PCIe", 1},
		      {"5.0 GT/s PCIe", 2},
		      {"5 GT/s", 2},
		      {"8.0 GT/s PCIe", 3},
		      {"16.0 GT/s PCIe", 4},
		      {"32.0 GT/s PCIe", 5},
		      {"64.0 GT/s PCIe", 6},
		      {"Unknown", 0},
		      {"", 0},
		      {"7.0 GT/s", 0},
		      {"16", 0}};
	static const struct {
		const char *text, *want;
	} vbios[] = {{"96.00.a5.00.1a", "96.00.A5.00.1A"},
		     {" \t92.00.67.00.01\n", "92.00.67.00.01"},
		     {"??.??.??.??.??", NULL},
		     {"N/A", NULL},
		     {"", NULL},
		     {"12345678", NULL},
		     {"92.00 67", NULL},
		     {"92.00.67.00.01<script>", NULL}};
	static const unsigned char uuid[16] = {0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc, 0xde, 0xf0,
					       0,    1,    2,    3,    4,    5,    6,    0xff};
	struct buf text = BUF_INIT;

	for (size_t i = 0; i < sizeof(speeds) / sizeof(speeds[0]); i++)
		is_int(card_link_gen(speeds[i].text), speeds[i].gen, "link speed \"%s\"",
		       speeds[i].text);
	for (size_t i = 0; i < sizeof(vbios) / sizeof(vbios[0]); i++) {
		char got[96];

		is_str(card_vbios_parse(vbios[i].text, got) == 0 ? got : NULL, vbios[i].want,
		       "VBIOS %zu", i);
	}
	card_uuid_format(uuid, &text);
	is_str(buf_str(&text), "GPU-12345678-9abc-def0-0001-0203040506ff", "UUID");
	buf_done(&text);
}

static void is_format(const struct card *c, enum card_index i, const char *want)
{
	struct buf text = BUF_INIT;

	card_field_format(c, i, &text);
	is_str(buf_str(&text), want, "%s as text", card_field_id(i));
	buf_done(&text);
}

static void test_fields(void)
{
	struct card c = {.ordinal = -1};
	struct buf text = BUF_INIT;

	card_key(&c, &text);
	is_str(buf_str(&text), "unknown:unknown:unknown", "the key of a card nothing is known of");
	is_format(&c, CARD_sm_count, "unknown");
	card_set_num(&c, CARD_pci_device, 0x20c2);
	card_set_num(&c, CARD_pci_subsystem, 0x10de1585);
	card_set_text(&c, CARD_vbios, "92.00.67.00.01");
	buf_clear(&text);
	card_key(&c, &text);
	is_str(buf_str(&text), "20c2:10de1585:92.00.67.00.01", "the key of a card");
	buf_done(&text);

	is_format(&c, CARD_pci_device, "20c2");
	is_format(&c, CARD_pci_subsystem, "10de:1585");
	card_set_num(&c, CARD_cc, 121);
	is_format(&c, CARD_cc, "12.1");
	card_set_num(&c, CARD_cuda_version, 12040);
	is_format(&c, CARD_cuda_version, "12.4");
	card_set_num(&c, CARD_mem_bytes, UINT64_C(8) << 30);
	is_format(&c, CARD_mem_bytes, "8 GiB");
	card_set_num(&c, CARD_clock_khz, 1410000);
	is_format(&c, CARD_clock_khz, "1410 MHz");
	card_set_num(&c, CARD_bus_width_bits, 4096);
	is_format(&c, CARD_bus_width_bits, "4096 bit");
	card_set_num(&c, CARD_pcie_width, 4);
	is_format(&c, CARD_pcie_width, "x4");
	card_set_text(&c, CARD_name, "a\nb\033[31m");
	is_str(c.f[CARD_name].text, "a?b?[31m", "control characters are not let in");
	card_set_unknown(&c, CARD_l2_bytes, "NVML: %s (%d)", "Not Supported", 3);
	is_format(&c, CARD_l2_bytes, "unknown (NVML: Not Supported (3))");
	card_add_reason(&c, CARD_l2_bytes, "sysfs: no file");
	is_format(&c, CARD_l2_bytes, "unknown (NVML: Not Supported (3); sysfs: no file)");
	card_add_reason(&c, CARD_cc, "never mind");
	is_format(&c, CARD_cc, "12.1");
}

static void test_select(void)
{
	static const struct {
		const char *selector;
		int want; /* position; -1: refused */
	} rows[] = {{NULL, 0},
		    {"0", 0},
		    {"1", 1},
		    {"2", -1},
		    {"0000:C1:00.0", 1},
		    {"c1:0", 1},
		    {"02:00.0", 2},
		    {"03:00.0", -1},
		    {"GPU-12345678-9abc-def0-0001-0203040506ff", 0},
		    {"gpu-1234567", 0},
		    {"87654321", 1},
		    {"GPU-1", -1},
		    {"", -1},
		    {"H200", -1}};
	struct card card[3] = {{.ordinal = 0}, {.ordinal = 1}, {.ordinal = -1}};
	struct card_list list = {card, 3}, none = {NULL, 0};
	const struct card *got;
	struct fault f = {0};

	card_set_text(&card[0], CARD_bus_id, "0000:01:00.0");
	card_set_text(&card[0], CARD_uuid, "GPU-12345678-9abc-def0-0001-0203040506ff");
	card_set_text(&card[0], CARD_name, "NVIDIA Graphics Device");
	card_set_text(&card[1], CARD_bus_id, "0000:c1:00.0");
	card_set_text(&card[1], CARD_uuid, "GPU-87654321-9abc-def0-0001-0203040506ff");
	card_set_text(&card[2], CARD_bus_id, "0000:02:00.0");
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		got = NULL;
		card_select(&list, rows[i].selector, &got, &f);
		is_int(got ? (int)(got - card) : -1, rows[i].want, "--device %s",
		       rows[i].selector ? rows[i].selector : "(none)");
	}
	is_int(card_select(&list, "7", &got, &f), FAULT_NONE_SUCH, "an index that is not there");
	is_str(f.text,
	       "no card of this machine is named \"7\" by index, PCI bus id or UUID; it has 0 = "
	       "0000:01:00.0 NVIDIA Graphics "
	       "Device, 1 = 0000:c1:00.0, 0000:02:00.0",
	       "the fault names the cards there are");
	card_set_text(&card[1], CARD_uuid, "GPU-12345678-ffff-def0-0001-0203040506ff");
	is_int(card_select(&list, "GPU-12345678", &got, &f), FAULT_NONE_SUCH, "an ambiguous UUID");
	is_int(card_select(&none, NULL, &got, &f), FAULT_DEVICE, "no card");
}

static void test_machine(void)
{
	struct card_list list = {0};
	struct buf why = BUF_INIT;
	struct fault f = {0};
	const struct card *c = NULL;
	size_t seen = 0;

	setenv("CMPTUNE_SYSROOT", "tests/data/sysroot-170hx", 1);
	is_int(card_list_local(&list, &why, &f), 0, "this machine's cards");
	for (size_t i = 0; i < list.n; i++)
		if (list.v[i].ordinal == -1) {
			c = &list.v[i];
			seen++;
		}
	if (ok(seen == 1 && c, "the fixture's card is seen without its driver, its audio function "
			       "and another vendor's are not")) {
		is_int((long long)c->f[CARD_pci_device].num, 0x20c2, "PCI device id");
		is_int((long long)c->f[CARD_pci_subsystem].num, 0x10de1585, "PCI subsystem id");
		is_str(c->f[CARD_bus_id].text, "0000:01:00.0", "bus id");
		is_format(c, CARD_pcie_gen, "1");
		is_format(c, CARD_pcie_width_max, "x4");
		is_int(c->f[CARD_cc].status, CARD_UNKNOWN, "the compute capability is not known");
		has_str(c->f[CARD_cc].why, "CUDA: ", "and that is CUDA's affair");
		is_int(c->f[CARD_vbios].status, CARD_UNKNOWN, "nor is the VBIOS");
		has_str(c->f[CARD_vbios].why, "/proc/driver/nvidia", "and where it was looked for");
	}
	card_list_done(&list);
	buf_done(&why);
}

static void test_proc(void)
{
	struct card_bus bus = {.bus = 0xc1};
	struct card c = {0};

	setenv("CMPTUNE_SYSROOT", "tests/data/sysroot-proc", 1);
	card_proc_vbios(&bus, &c);
	is_str(c.f[CARD_vbios].text, "96.00.A5.00.1A",
	       "VBIOS from /proc, as NVML spells it, whatever the folder's case");
	card_sysfs_driver(&c);
	is_str(c.f[CARD_driver].text, "580.95.05", "driver version without NVML");
	memset(&c, 0, sizeof(c));
	bus.bus = 2;
	card_proc_vbios(&bus, &c);
	is_int(c.f[CARD_vbios].status, CARD_UNKNOWN, "the placeholder is no VBIOS");
	has_str(c.f[CARD_vbios].why, "??.??", "and is quoted");
	memset(&c, 0, sizeof(c));
	bus.bus = 3;
	card_proc_vbios(&bus, &c);
	is_str(c.f[CARD_vbios].why, "/proc/driver/nvidia does not list the card",
	       "a card that is not there");
	card_sysfs_link(&bus, &c);
	is_str(c.f[CARD_pcie_gen].why, "sysfs: no file current_link_speed",
	       "a file that is not there");
}

int main(void)
{
	test_bus();
	test_texts();
	test_fields();
	test_select();
	test_machine();
	test_proc();
	return done();
}
