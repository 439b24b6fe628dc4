/* The voice on stderr: what is quiet, what is JSON, and that no escape sequence gets through. */
#include "tap.h"

#include <fcntl.h>
#include <unistd.h>

#include "buf.h"
#include "fault.h"
#include "path.h"
#include "say.h"

static char captured[] = "/tmp/cmptune-say.XXXXXX";
static int real_stderr, capture;

static void begin(bool quiet, bool json)
{
	fflush(stderr);
	if (ftruncate(capture, 0) != 0 || lseek(capture, 0, SEEK_SET) != 0)
		exit(1);
	dup2(capture, STDERR_FILENO);
	say_init(quiet, json);
}

static void expect(const char *wanted, const char *name)
{
	struct buf b = BUF_INIT;

	fflush(stderr);
	dup2(real_stderr, STDERR_FILENO);
	file_read(captured, 100000, &b, NULL);
	is_str(buf_str(&b), wanted, "%s", name);
	buf_done(&b);
}

static void test_lines(void)
{
	struct fault f = {0};

	fault_set(&f, FAULT_DEVICE, "card %d: lost", 0);
	begin(false, false);
	say_error(&f);
	say_warn("hot: %d C", 99);
	say_note("done");
	expect("cmptune: error: card 0: lost\ncmptune: warning: hot: 99 C\ncmptune: done\n",
	       "error, warning and note, a line each");
	begin(true, false);
	say_error(&f);
	say_warn("hot");
	say_note("done");
	say_progress(1, 2, "x");
	say_progress_end();
	expect("cmptune: error: card 0: lost\n", "quiet leaves errors alone");
	f.text[0] = '\0';
	begin(false, false);
	say_error(&f);
	expect("cmptune: error: no driver, no device, or the device failed\n",
	       "a fault without a text says what its code means");
	begin(false, false);
	say_progress(1, 2, "x");
	say_progress_end();
	expect("", "no progress unless on a terminal");
}

static void test_hostile(void)
{
	struct fault f = {0};

	fault_set(&f, FAULT_DATA, "%s", "a\033[31mb\x7f\xff \xc3\xa9 \xed\xa0\x80 c\td\ne");
	begin(false, false);
	say_error(&f);
	expect("cmptune: error: a?[31mb?? \xc3\xa9 ??? c\td\ne\n",
	       "control characters and broken UTF-8");
	fault_set(&f, FAULT_DATA, "%s", "a\"b\\c\nd\te\001\xff");
	begin(false, true);
	say_error(&f);
	expect("{\"error\": {\"code\": \"DATA\", \"text\": \"a\\\"b\\\\c\\nd\\te??\"}}\n", "JSON");
}

static void test_style(void)
{
	begin(false, false);
	is_str(say_style(SAY_BAD), "", "no colour unless on a terminal");
	expect("", "and nothing said");
}

int main(void)
{
	capture = mkstemp(captured);
	real_stderr = dup(STDERR_FILENO);
	if (capture < 0 || real_stderr < 0)
		return 1;
	test_lines();
	test_hostile();
	test_style();
	unlink(captured);
	return done();
}
