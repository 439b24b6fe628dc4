/*
 * Turns a CUDA device into card fields.  cuInit has been called.
 * Must not let one failing call cost more than the field it fills, nor take 0 for an answer.
 */
#include <stdio.h>
#include <string.h>

#include "card_source.h"

static void add_error(const struct cuda_api *api, const char *call, int rc, struct card *c,
		      enum card_index i)
{
	const char *name = NULL;

	if (rc == CUDA_RC_SUCCESS) {
		card_add_reason(c, i, "CUDA: %s says nothing", call);
		return;
	}
	if (api->cuGetErrorName(rc, &name) != CUDA_RC_SUCCESS || !name)
		name = "an error without a name";
	card_add_reason(c, i, "CUDA: %s: %s (%d)", call, name, rc);
}

static void fill_attributes(const struct cuda_api *api, int device, struct card *c)
{
	static const struct {
		enum card_index field;
		int attribute;
	} rows[] = {
		{CARD_sm_count, CUDA_DEVICE_SM_COUNT},
		{CARD_l2_bytes, CUDA_DEVICE_L2_BYTES},
		{CARD_clock_khz, CUDA_DEVICE_CLOCK_KHZ},
		{CARD_mem_clock_khz, CUDA_DEVICE_MEM_CLOCK_KHZ},
		{CARD_bus_width_bits, CUDA_DEVICE_BUS_WIDTH_BITS},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		int v = 0;
		int rc = api->cuDeviceGetAttribute(&v, rows[i].attribute, device);

		if (rc == CUDA_RC_SUCCESS && v > 0)
			card_set_num(c, rows[i].field, (uint64_t)v);
		else if (rc == CUDA_RC_SUCCESS)
			card_add_reason(c, rows[i].field, "CUDA: says %d", v);
		else
			add_error(api, "cuDeviceGetAttribute", rc, c, rows[i].field);
	}
}

static void fill_cc(const struct cuda_api *api, int device, struct card *c)
{
	int major = 0, minor = 0;
	int rc = api->cuDeviceGetAttribute(&major, CUDA_DEVICE_CC_MAJOR, device);

	if (rc == CUDA_RC_SUCCESS)
		rc = api->cuDeviceGetAttribute(&minor, CUDA_DEVICE_CC_MINOR, device);
	if (rc != CUDA_RC_SUCCESS)
		add_error(api, "cuDeviceGetAttribute", rc, c, CARD_cc);
	else if (major < 1 || minor < 0 || minor > 9)
		card_add_reason(c, CARD_cc, "CUDA: says %d.%d", major, minor);
	else
		card_set_num(c, CARD_cc, (uint64_t)(major * 10 + minor));
}

static void fill_uuid(const struct cuda_api *api, int device, struct card *c)
{
	struct cuda_uuid uuid = {{0}};
	struct buf text = BUF_INIT;
	int rc;

	if (!api->cuDeviceGetUuid) {
		card_add_reason(c, CARD_uuid, "CUDA: this driver has no cuDeviceGetUuid");
		return;
	}
	rc = api->cuDeviceGetUuid(&uuid, device);
	if (rc != CUDA_RC_SUCCESS) {
		add_error(api, "cuDeviceGetUuid", rc, c, CARD_uuid);
		return;
	}
	card_uuid_format(uuid.byte, &text);
	card_set_text(c, CARD_uuid, buf_str(&text));
	buf_done(&text);
}

static void fill_bus_id(const struct cuda_api *api, int device, struct card *c)
{
	char bus_id[32] = "";
	struct buf text = BUF_INIT;
	struct card_bus bus;
	int rc = api->cuDeviceGetPCIBusId(bus_id, sizeof(bus_id) - 1, device);

	if (rc != CUDA_RC_SUCCESS) {
		add_error(api, "cuDeviceGetPCIBusId", rc, c, CARD_bus_id);
	} else if (card_bus_parse(bus_id, &bus) != 0) {
		card_add_reason(c, CARD_bus_id, "CUDA: says \"%s\"", bus_id);
	} else {
		card_bus_format(&bus, &text);
		card_set_text(c, CARD_bus_id, buf_str(&text));
	}
	buf_done(&text);
}

void card_cuda_fill(const struct cuda_api *api, int ordinal, struct card *c)
{
	char name[128] = "";
	size_t bytes = 0;
	int device = 0, version = 0, rc;

	rc = api->cuDriverGetVersion(&version);
	if (rc == CUDA_RC_SUCCESS && version > 0)
		card_set_num(c, CARD_cuda_version, (uint64_t)version);
	else
		add_error(api, "cuDriverGetVersion", rc, c, CARD_cuda_version);
	rc = api->cuDeviceGet(&device, ordinal);
	if (rc != CUDA_RC_SUCCESS) {
		struct buf why = BUF_INIT;

		cuda_api_error(api, "cuDeviceGet", rc, &why);
		card_explain(c, CARD_FROM_CUDA, buf_str(&why));
		buf_done(&why);
		return;
	}
	fill_bus_id(api, device, c);
	fill_uuid(api, device, c);
	fill_cc(api, device, c);
	fill_attributes(api, device, c);
	rc = api->cuDeviceGetName(name, sizeof(name) - 1, device);
	if (rc == CUDA_RC_SUCCESS && name[0])
		card_set_text(c, CARD_name, name);
	else
		add_error(api, "cuDeviceGetName", rc, c, CARD_name);
	rc = api->cuDeviceTotalMem(&bytes, device);
	if (rc == CUDA_RC_SUCCESS && bytes > 0)
		card_set_num(c, CARD_mem_bytes, bytes);
	else
		add_error(api, "cuDeviceTotalMem", rc, c, CARD_mem_bytes);
}

void card_cuda_touch(const struct cuda_api *api, int ordinal)
{
	struct cuda_context *ctx = NULL;
	int device;

	/* Failing is no news here: what is not filled in by it stays unknown, with its reason. */
	if (api->cuDeviceGet(&device, ordinal) == CUDA_RC_SUCCESS &&
	    api->cuDevicePrimaryCtxRetain(&ctx, device) == CUDA_RC_SUCCESS)
		api->cuDevicePrimaryCtxRelease(device);
}
