/*
 * The compiler flags that go with the header on one card.
 */
#include "emit.h"

#include <string.h>

static int check_header(const char *header, struct fault *f)
{
	size_t plain = strspn(
		header, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ/._+-@:~");

	if (!*header || header[plain] || *header == '-')
		return fault_set(f, FAULT_USAGE,
				 "the path '%s' of the header would have to be quoted, which not "
				 "every build passes "
				 "on: use one of letters, digits and /._+-@:",
				 header);
	return 0;
}

int emit_flags(const struct emit_card *card, enum emit_flags_form form, const char *header,
	       struct buf *out, struct fault *f)
{
	static const char *const before[] = {"", "", "-DCMAKE_CUDA_FLAGS=\"",
					     "NVCC_APPEND_FLAGS=\""};
	static const char *const after[] = {"", "", "\"", "\""};
	const struct card_field *device = &card->record->card.f[CARD_pci_device];
	int rc = check_header(header, f);

	if (rc)
		return rc;
	if (device->status != CARD_OK)
		return fault_set(f, FAULT_DATA,
				 "%s has no PCI device id, so that no header can hold it",
				 card->record->key);
	buf_addf(out, "%s%s%s -DCMP_CARD=0x%04X -DCMP_OVERRIDE_INTRINSICS", before[form],
		 form == EMIT_NVRTC ? "--pre-include=" : "-include ", header,
		 (unsigned)device->num & 0xffff);
	for (size_t i = 0; i < card->decisions->n; i++) {
		const char *flags = card->decisions->v[i].chosen->flags;

		if (*flags)
			buf_addf(out, " %s", flags);
	}
	buf_puts(out, after[form]);
	return 0;
}
