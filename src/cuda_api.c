/*
 * Turns libcuda.so.1 into struct cuda_api and result codes into sentences.
 * Must not call the driver on its own: a call may hang or crash, so when to make one is the
 * caller's choice.
 */
#include "cuda_api.h"

#include <string.h>

#include "dyn.h"

int cuda_api_open(struct cuda_api *api, struct fault *f)
{
	static const char *const sonames[] = {"libcuda.so.1", NULL};
	static const struct dyn_symbol symbols[] = {
#define CUDA_API(member, required, names, params)                                                  \
	{names, offsetof(struct cuda_api, member), required},
#include "cuda_api.def"
#undef CUDA_API
	};
	struct cuda_api opened = {0};
	int rc = dyn_open(sonames, symbols, sizeof(symbols) / sizeof(symbols[0]), &opened,
			  &opened.handle, f);

	if (rc == 0)
		*api = opened;
	return rc;
}

void cuda_api_close(struct cuda_api *api)
{
	dyn_close(api->handle);
	memset(api, 0, sizeof(*api));
}

void cuda_api_error(const struct cuda_api *api, const char *call, int rc, struct buf *out)
{
	const char *name = NULL, *text = NULL;

	if (api->cuGetErrorName(rc, &name) != CUDA_RC_SUCCESS || !name)
		name = "an error without a name";
	if (api->cuGetErrorString(rc, &text) != CUDA_RC_SUCCESS)
		text = NULL;
	buf_addf(out, "%s: %s (%d)", call, name, rc);
	if (text && *text)
		buf_addf(out, ": %s", text);
}

int cuda_api_fault(const struct cuda_api *api, const char *call, int rc, struct fault *f)
{
	struct buf text = BUF_INIT;

	cuda_api_error(api, call, rc, &text);
	fault_set(f, FAULT_DEVICE, "%s", buf_str(&text));
	buf_done(&text);
	return FAULT_DEVICE;
}

int cuda_api_is_double(const struct cuda_api *api)
{
	return dyn_has(api->handle, "cmptune_double");
}
