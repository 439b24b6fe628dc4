# Tools that the tests use and that are not installed.
TEST_TOOLS := $(patsubst tests/tool/%.c,$(BUILD)/tests/tool/%,$(wildcard tests/tool/*.c))
TEST_DEPENDS += $(TEST_TOOLS)

$(BUILD)/tests/tool:
	$(Q)mkdir -p $@

$(BUILD)/tests/tool/%: tests/tool/%.c $(LIBRARY) $(BUILD)/flags | $(BUILD)/tests/tool
	$(Q)$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) $(LDFLAGS) -MF $@.d -o $@ $< $(LIBRARY) $(LIBS)

-include $(TEST_TOOLS:%=%.d)
