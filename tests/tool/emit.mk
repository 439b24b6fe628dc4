# cubintool compiles with NVRTC and looks into cubins, for tests of the emitted header.
TEST_DEPENDS += $(BUILD)/tests/tool/cubintool

$(BUILD)/tests/tool/cubintool: tests/tool/cubintool.c $(LIBRARY) $(BUILD)/flags
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) $(LDFLAGS) -MF $@.d -o $@ $< $(LIBRARY) $(LIBS)

-include $(BUILD)/tests/tool/cubintool.d
