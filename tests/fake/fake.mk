# The driver double: two shared objects that stand in for the driver's.  See tests/fake/README.
#
# They carry no sanitizers of their own: they are loaded into a program that may or may not have them, and are no part
# of what is shipped.

FAKE_GROUND := buf fault say units
FAKE_CUDA := cuda cuda_memory cuda_module model clock profile rates rule
FAKE_NVML := nvml clock profile rates rule
FAKE_DECODER := elf $(notdir $(basename $(wildcard src/sass*.c)))
FAKE_OBJ = $(patsubst %,$(BUILD)/fake/%.o,$(1))
FAKE_LIBS := $(BUILD)/fake/libcuda.so.1 $(BUILD)/fake/libnvidia-ml.so.1

FAKE_CPPFLAGS = $(filter-out -MMD -MP,$(ALL_CPPFLAGS)) -Itests/fake -DFAKE_DIR='"$(abspath tests/fake)"'
FAKE_CFLAGS = $(filter-out -fsanitize=% -fno-sanitize%,$(ALL_CFLAGS)) -fPIC -fvisibility=hidden

.PHONY: fake
fake: $(FAKE_LIBS)
TEST_DEPENDS += $(FAKE_LIBS)

$(BUILD)/fake:
	$(Q)mkdir -p $@

$(BUILD)/fake/%.o: tests/fake/%.c $(BUILD)/flags | $(BUILD)/fake
	$(Q)$(CC) $(FAKE_CPPFLAGS) $(FAKE_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/fake/%.o: src/%.c $(BUILD)/flags | $(BUILD)/fake
	$(Q)$(CC) $(FAKE_CPPFLAGS) $(FAKE_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/fake/libcuda.so.1: $(call FAKE_OBJ,$(FAKE_CUDA) $(FAKE_DECODER) $(FAKE_GROUND))
	$(Q)$(CC) -shared -Wl,-soname,$(@F) -Wl,-Bsymbolic -Wl,-z,defs -o $@ $^ -linih -ldl -lm

$(BUILD)/fake/libnvidia-ml.so.1: $(call FAKE_OBJ,$(FAKE_NVML) $(FAKE_GROUND))
	$(Q)$(CC) -shared -Wl,-soname,$(@F) -Wl,-Bsymbolic -Wl,-z,defs -o $@ $^ -linih -ldl -lm

-include $(wildcard $(BUILD)/fake/*.d)
