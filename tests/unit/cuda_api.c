/* cuda_api, nvml_api: our numbers and layouts are the driver's.  Held against <cuda.h> where there
 * is one. */
#include "cuda_api.h"
#include "guard.h"
#include "nvml_api.h"
#include "tap.h"

#if __has_include("/usr/local/cuda/include/cuda.h")
#include "/usr/local/cuda/include/cuda.h"

static void test_constants(void)
{
	static const struct {
		int ours, theirs;
	} rows[] = {
		{CUDA_RC_SUCCESS, CUDA_SUCCESS},
		{CUDA_RC_INVALID_VALUE, CUDA_ERROR_INVALID_VALUE},
		{CUDA_RC_OUT_OF_MEMORY, CUDA_ERROR_OUT_OF_MEMORY},
		{CUDA_RC_NO_DEVICE, CUDA_ERROR_NO_DEVICE},
		{CUDA_RC_NOT_FOUND, CUDA_ERROR_NOT_FOUND},
		{CUDA_DEVICE_CLOCK_KHZ, CU_DEVICE_ATTRIBUTE_CLOCK_RATE},
		{CUDA_DEVICE_SM_COUNT, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT},
		{CUDA_DEVICE_KERNEL_TIMEOUT, CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT},
		{CUDA_DEVICE_MEM_CLOCK_KHZ, CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE},
		{CUDA_DEVICE_BUS_WIDTH_BITS, CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH},
		{CUDA_DEVICE_L2_BYTES, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE},
		{CUDA_DEVICE_CC_MAJOR, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR},
		{CUDA_DEVICE_CC_MINOR, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR},
		{CUDA_FUNCTION_MAX_THREADS, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK},
		{CUDA_FUNCTION_LOCAL_BYTES, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES},
		{CUDA_FUNCTION_REGISTERS, CU_FUNC_ATTRIBUTE_NUM_REGS},
		{sizeof(struct cuda_uuid), sizeof(CUuuid)},
		{sizeof(uint64_t), sizeof(CUdeviceptr)},
		{sizeof(int), sizeof(CUdevice)},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		is_int(rows[i].ours, rows[i].theirs, "constant %zu of cuda.h", i);
}
#else
static void test_constants(void)
{
	skip("the constants of cuda.h", "there is no /usr/local/cuda/include/cuda.h");
}
#endif

static int wrong_name(int rc, const char **text)
{
	*text = rc == 719 ? "CUDA_ERROR_LAUNCH_FAILED" : NULL;
	return rc == 719 ? 0 : 1;
}

static int wrong_text(int rc, const char **text)
{
	*text = rc == 719 ? "unspecified launch failure" : NULL;
	return rc == 719 ? 0 : 1;
}

int main(void)
{
	const struct cuda_api api = {.cuGetErrorName = wrong_name, .cuGetErrorString = wrong_text};
	struct guard_reading reading;
	struct fault f = {0};

	test_constants();
	is_int(sizeof(struct nvml_pci), 68, "the size of nvmlPciInfo_t, version 3");
	is_int(offsetof(struct nvml_pci, device_id), 28, "where its PCI device id is");
	is_int(offsetof(struct nvml_pci, bus_id), 36, "where its bus id is");
	is_int(cuda_api_fault(&api, "cuLaunchKernel", 719, &f), FAULT_DEVICE,
	       "a failing call is the device's fault");
	is_str(f.text, "cuLaunchKernel: CUDA_ERROR_LAUNCH_FAILED (719): unspecified launch failure",
	       "and reads so");
	cuda_api_fault(&api, "cuInit", 12345, &f);
	is_str(f.text, "cuInit: an error without a name (12345)",
	       "a code that the driver does not know");
	memset(&reading, 0xff, sizeof(reading));
	guard_read(NULL, &reading);
	ok(!reading.has_reasons, "no guard, no reading");
	guard_close(NULL);
	is_str(guard_reason_text(0x4), "software power cap", "a reason");
	ok(!guard_reason_text(0x80000000), "an unknown reason");
	return done();
}
