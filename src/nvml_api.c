/*
 * Turns libnvidia-ml.so.1 into struct nvml_api, with a session begun.
 * Must not take a missing function for a failure: what is missing stays NULL and costs the caller
 * one field.
 */
#include "nvml_api.h"

#include <stddef.h>
#include <string.h>

#include "dyn.h"

int nvml_api_open(struct nvml_api *api, struct fault *f)
{
	/* Not the bare .so: where a toolkit is installed, that name may be its stub. */
	static const char *const sonames[] = {"libnvidia-ml.so.1", NULL};
	static const struct dyn_symbol symbols[] = {
#define NVML_API(member, required, names, result, params)                                          \
	{names, offsetof(struct nvml_api, member), required},
#include "nvml_api.def"
#undef NVML_API
	};
	struct nvml_api opened = {0};
	int rc = dyn_open(sonames, symbols, sizeof(symbols) / sizeof(symbols[0]), &opened,
			  &opened.handle, f);

	if (rc != 0)
		return rc;
	rc = opened.nvmlInit();
	if (rc != 0) {
		struct buf why = BUF_INIT;

		nvml_api_error(&opened, rc, &why);
		rc = fault_set(f, FAULT_DEVICE, "nvmlInit: %s", buf_str(&why));
		buf_done(&why);
		dyn_close(opened.handle);
		return rc;
	}
	*api = opened;
	return 0;
}

void nvml_api_close(struct nvml_api *api)
{
	if (api->handle)
		api->nvmlShutdown();
	dyn_close(api->handle);
	memset(api, 0, sizeof(*api));
}

void nvml_api_error(const struct nvml_api *api, int rc, struct buf *out)
{
	const char *text = api->nvmlErrorString(rc);

	buf_addf(out, "%s (%d)", text && *text ? text : "an error without a name", rc);
}
