/* Faults: codes, exit statuses, sentences that fit or are cut cleanly. */
#include "tap.h"

#include "fault.h"

static void test_codes(void)
{
	static const struct {
		int code, status;
		const char *name;
	} row[] = {
		{FAULT_OK, 0, "OK"},
		{FAULT_UNTRUSTED, 1, "UNTRUSTED"},
		{FAULT_USAGE, 2, "USAGE"},
		{FAULT_DEVICE, 3, "DEVICE"},
		{FAULT_BUILD, 4, "BUILD"},
		{FAULT_AUDIT, 5, "AUDIT"},
		{FAULT_DATABASE, 6, "DATABASE"},
		{FAULT_INTERRUPTED, 130, "INTERRUPTED"},
	};

	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		is_int(fault_exit_status(row[i].code), row[i].status, "exit status of %s",
		       row[i].name);
		is_str(fault_name(row[i].code), row[i].name, "name of %s", row[i].name);
		ok(row[i].code <= 0, "%s is not positive", row[i].name);
	}
	for (int i = 0; i < FAULT_COUNT; i++)
		ok(fault_exit_status(-1 - i) > 0 && *fault_about(-1 - i), "row %d is complete", i);
	ok(fault_exit_status(-1 - FAULT_COUNT) > 0, "an unknown code is a failure too");
	ok(fault_exit_status(1) > 0, "so is a positive one");
}

static void test_sentences(void)
{
	struct fault f = {0};
	char longer[2000];

	is_int(fault_set(&f, FAULT_FILE, "%s: no", "x"), FAULT_FILE, "fault_set returns the code");
	is_str(f.text, "x: no", "and keeps the sentence");
	is_int(fault_wrap(&f, "reading %d", 3), FAULT_FILE, "fault_wrap keeps the code");
	is_str(f.text, "reading 3: x: no", "and puts the context first");
	fault_set(&f, FAULT_DATA, "again: %s", f.text);
	is_str(f.text, "again: reading 3: x: no", "a fault may be set from its own text");
	is_int(fault_set(NULL, FAULT_USAGE, "x"), FAULT_USAGE, "NULL is fine");
	is_int(fault_wrap(NULL, "x"), FAULT_OK, "NULL is fine to wrap, too");

	f = (struct fault){0};
	is_int(fault_wrap(&f, "context"), FAULT_OK, "no fault stays none");
	is_str(f.text, "", "without a text");

	/* Two-byte characters, at either parity: one of them straddles the end. */
	for (size_t shift = 0; shift < 2; shift++) {
		memset(longer, 'a', shift);
		for (size_t i = shift; i + 2 < sizeof(longer); i += 2)
			memcpy(longer + i, "\xc3\xa9", 3);
		fault_set(&f, FAULT_FILE, "%s", longer);
		ok(strlen(f.text) >= sizeof(f.text) - 3, "a long sentence is cut late (%zu)",
		   strlen(f.text));
		is_int((unsigned char)f.text[strlen(f.text) - 1], 0xa9, "after a whole character");
		fault_wrap(&f, "abc");
		ok(strncmp(f.text, "abc: ", 5) == 0, "a long sentence still gets its context");
		is_int((unsigned char)f.text[strlen(f.text) - 1], 0xa9, "and ends whole");
	}
}

int main(void)
{
	test_codes();
	test_sentences();
	return done();
}
