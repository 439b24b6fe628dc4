/* Numbers to text and back, also under a locale with a decimal comma. */
#include "tap.h"

#include <locale.h>

#include "units.h"

static void test_bytes(void)
{
	static const struct {
		uint64_t bytes;
		const char *text;
	} row[] = {
		{0, "0 B"},
		{1023, "1023 B"},
		{1024, "1 KiB"},
		{1536, "1.5 KiB"},
		{UINT64_C(40) << 20, "40 MiB"},
		{UINT64_C(8375042048), "7.8 GiB"},
		{(UINT64_C(1) << 20) - 1, "1 MiB"},
		{UINT64_MAX, "16 EiB"},
	};

	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		struct buf b = BUF_INIT;

		units_bytes(&b, row[i].bytes);
		is_str(buf_str(&b), row[i].text, "%llu bytes", (unsigned long long)row[i].bytes);
		buf_done(&b);
	}
}

static void test_hz(void)
{
	static const struct {
		double hz;
		const char *text;
	} row[] = {{1410e6, "1410 MHz"}, {1.98e9, "1980 MHz"}, {999.9e3, "1 MHz"},
		   {32768, "33 kHz"},    {50, "50 Hz"},        {NAN, "-"}};

	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		struct buf b = BUF_INIT;

		units_hz(&b, row[i].hz);
		is_str(buf_str(&b), row[i].text, "%g Hz", row[i].hz);
		buf_done(&b);
	}
}

static void test_figures(void)
{
	static const struct {
		double v;
		int digits;
		const char *text;
	} row[] = {
		{64, 4, "64.00"},
		{128.0143, 5, "128.01"},
		{0.5, 3, "0.500"},
		{1410, 3, "1410"},
		{1410.6, 3, "1411"},
		{9.9996, 4, "10.00"},
		{0.00012345, 3, "0.000123"},
		{0.00001, 2, "1.0e-5"},
		{123456789, 3, "123456789"},
		{1e9, 3, "1.00e9"},
		{-2.25, 3, "-2.25"},
		{0, 3, "0"},
		{NAN, 3, "-"},
		{INFINITY, 3, "inf"},
		{1.0 / 32, 4, "0.03125"},
		{999.96, 4, "1000"},
		{5e9, 1, "5e9"},
	};

	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		struct buf b = BUF_INIT;

		units_figure(&b, row[i].v, row[i].digits);
		is_str(buf_str(&b), row[i].text, "%g with %d digits", row[i].v, row[i].digits);
		buf_done(&b);
	}
}

static void test_parsing(void)
{
	static const char *const bad[] = {"",    " 1",    "1 ",   "1,5", "0x10", "inf",
					  "nan", "1e999", "1..2", "e5",  "-",    "1e"};
	static const struct {
		const char *text;
		double v;
	} good[] = {{"1.5", 1.5},  {"-2e3", -2000}, {"0", 0},
		    {".25", 0.25}, {"+4", 4},       {"1e-3", 0.001}};
	double v;

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		v = 42;
		ok(units_parse_double(bad[i], &v) != 0 && v == 42, "'%s' is no number", bad[i]);
	}
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
		ok(units_parse_double(good[i].text, &v) == 0 && v == good[i].v, "'%s'",
		   good[i].text);
}

/* Any locale with a decimal comma will do; few machines have one installed. */
static void test_locale(void)
{
	static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE"};
	struct buf b = BUF_INIT;
	double v = 0;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (setlocale(LC_ALL, names[i]) && localeconv()->decimal_point[0] == ',') {
			units_figure(&b, 1.25, 3);
			is_str(buf_str(&b), "1.25", "a figure under %s", names[i]);
			ok(units_parse_double("1.25", &v) == 0 && v == 1.25, "parsing under %s",
			   names[i]);
			setlocale(LC_ALL, "C");
			buf_done(&b);
			return;
		}
	skip("a locale with a decimal comma", "none is installed");
}

int main(void)
{
	test_bytes();
	test_hz();
	test_figures();
	test_parsing();
	test_locale();
	return done();
}
