# cmptune: make, make check, make install PREFIX=/usr/local.  There is no configure step.
#
#   BUILD=DIR   where everything generated goes (default: build, with SAN=1 build-san)
#   SAN=1       address and undefined-behaviour sanitizers
#   WERROR=1    warnings are errors (also when CI is set)
#   V=1         show the commands

ifdef SAN
BUILD ?= build-san
else
BUILD ?= build
endif
PREFIX ?= /usr/local
CC ?= cc
CFLAGS ?= -O2 -g
PKG_CONFIG ?= pkg-config
Q := $(if $(V),,@)

WARNINGS := -Wall -Wextra -Wshadow -Wwrite-strings -Wvla -Wstrict-prototypes -Wmissing-prototypes
ifneq ($(WERROR)$(CI),)
WARNINGS += -Werror
endif
ALL_CFLAGS := -std=gnu11 $(WARNINGS) $(CFLAGS)
ALL_CPPFLAGS := -Isrc -D_GNU_SOURCE= -MMD -MP $(CPPFLAGS)
ifdef SAN
ALL_CFLAGS += -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
endif

PACKAGES := sqlite3 jansson libmd
ALL_CPPFLAGS += $(shell $(PKG_CONFIG) --cflags $(PACKAGES) inih)
# inih goes in statically where it can: it is small, and its shared library is on few machines.
INIH := $(firstword $(wildcard $(addsuffix /libinih.a,$(shell $(PKG_CONFIG) --variable=libdir inih))))
LIBS := $(shell $(PKG_CONFIG) --libs $(PACKAGES)) $(or $(INIH),-linih) -ldl -lm -lpthread

SOURCES := $(sort $(wildcard src/*.c))
OBJECTS := $(SOURCES:src/%.c=$(BUILD)/obj/%.o)
LIBRARY := $(BUILD)/libcmptune.a
UNIT_TESTS := $(patsubst tests/unit/%.c,$(BUILD)/tests/unit/%.t,$(wildcard tests/unit/*.c))

# Sorted bytewise: embed_find() looks them up by bisection.
EMBEDDED := $(shell find probes reports db -type f ! -name '*.md' ! -name '.*' ! -name '*~')
EMBEDDED := $(shell printf '%s\n' $(EMBEDDED) | LC_ALL=C sort)

# The program looks for an unpacked NVRTC beside itself; another BUILD folder borrows those of build/.
ifneq ($(abspath $(BUILD)),$(abspath build))
LINK_NVRTC = for d in nvrtc13 nvrtc12 nvrtc11; do [ ! -d build/$$d ] || ln -sfn '$(abspath build)'/$$d $(BUILD)/$$d; done
endif

.PHONY: all check check-gpu bench install uninstall clean lint tests FORCE
.SECONDARY:
.DELETE_ON_ERROR:

all: $(BUILD)/cmptune

$(BUILD)/cmptune: $(BUILD)/obj/main.o $(LIBRARY)
	$(Q)$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)
	$(Q)$(LINK_NVRTC)

# Made anew each time, so that a module that is gone does not stay in it.
$(LIBRARY): $(filter-out $(BUILD)/obj/main.o,$(OBJECTS)) $(BUILD)/obj/embed_data.o
	$(Q)rm -f $@
	$(Q)$(AR) rcs $@ $^

$(BUILD)/obj/%.o: src/%.c $(BUILD)/flags | $(BUILD)/obj
	$(Q)$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -c -o $@ $<

$(BUILD)/obj/embed_data.o: $(BUILD)/embed_data.c $(EMBEDDED) $(BUILD)/flags | $(BUILD)/obj
	$(Q)$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -c -o $@ $<

$(BUILD)/embed_data.c: src/embed_data.sh $(EMBEDDED) $(BUILD)/embed.list
	$(Q)sh src/embed_data.sh $(EMBEDDED) >$@

# Rewritten only when their content changes: what depends on them is rebuilt when a file comes or goes, or a flag changes.
$(BUILD)/embed.list: FORCE | $(BUILD)/obj
	$(Q)echo '$(EMBEDDED)' | cmp -s - $@ || echo '$(EMBEDDED)' >$@

$(BUILD)/flags: FORCE | $(BUILD)/obj
	$(Q)echo '$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS)' | cmp -s - $@ || echo '$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS)' >$@

$(BUILD)/obj $(BUILD)/tests/unit:
	$(Q)mkdir -p $@

$(BUILD)/tests/unit/%.t: tests/unit/%.c $(LIBRARY) $(BUILD)/flags | $(BUILD)/tests/unit
	$(Q)$(CC) $(ALL_CPPFLAGS) -Itests $(ALL_CFLAGS) $(LDFLAGS) -MF $(BUILD)/tests/unit/$*.d -o $@ $< $(LIBRARY) $(LIBS)

# The driver double and the tests' tools add their targets to TEST_DEPENDS.
-include tests/fake/fake.mk $(wildcard tests/tool/*.mk)

tests: all $(UNIT_TESTS) $(TEST_DEPENDS)

PROVE := CMPTUNE='$(or $(CMPTUNE),$(abspath $(BUILD))/cmptune)' BUILD='$(abspath $(BUILD))' CC='$(CC)' SAN='$(SAN)' prove $(PROVE_FLAGS) -e 'sh tests/exec.sh'

check: tests
	$(Q)$(PROVE) $(sort $(UNIT_TESTS)) $(sort $(wildcard tests/cli/*.t))

# CMPTUNE=FILE tests a program that was built elsewhere: a machine with a card need not have the -dev packages.
check-gpu: $(if $(CMPTUNE),,tests)
	$(Q)$(PROVE) $(sort $(wildcard tests/gpu/*.t))

bench: all fake
	$(Q)CMPTUNE='$(abspath $(BUILD))/cmptune' BUILD='$(abspath $(BUILD))' sh tests/bench.sh

# The NVRTC that bootstrap.sh unpacked goes along: without it the installed program would find none.
install: all
	install -d '$(DESTDIR)$(PREFIX)/bin' '$(DESTDIR)$(PREFIX)/share/man/man1'
	install -m 755 $(BUILD)/cmptune '$(DESTDIR)$(PREFIX)/bin/cmptune'
	install -m 644 src/cmptune.1 '$(DESTDIR)$(PREFIX)/share/man/man1/cmptune.1'
	for d in nvrtc13 nvrtc12; do \
		[ ! -d build/$$d ] || { install -d '$(DESTDIR)$(PREFIX)/lib/cmptune' && \
			cp -R build/$$d '$(DESTDIR)$(PREFIX)/lib/cmptune/'; } || exit 1; \
	done

uninstall:
	rm -f '$(DESTDIR)$(PREFIX)/bin/cmptune' '$(DESTDIR)$(PREFIX)/share/man/man1/cmptune.1'
	rm -rf '$(DESTDIR)$(PREFIX)/lib/cmptune'

clean:
	rm -rf build build-san

lint:
	@if command -v clang-format >/dev/null; then clang-format --dry-run --Werror src/*.[ch] tests/*.h tests/unit/*.c; else echo "lint: no clang-format, skipped"; fi
	@if command -v cppcheck >/dev/null; then cppcheck --quiet --std=c11 --enable=warning,portability --inline-suppr --error-exitcode=1 -Isrc src; else echo "lint: no cppcheck, skipped"; fi
	@if command -v shellcheck >/dev/null; then shellcheck -x bootstrap.sh src/*.sh tests/*.sh tests/cli/*.t .ci/run; else echo "lint: no shellcheck, skipped"; fi

-include $(wildcard $(BUILD)/obj/*.d $(BUILD)/tests/unit/*.d)
