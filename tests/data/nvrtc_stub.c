/*
 * A library that says it is NVRTC MAJOR.MINOR and can target ARCH_A and ARCH_B; it compiles nothing.  With -DDIES it ends
 * the process that tries.
 */
int nvrtcVersion(int *major, int *minor);
int nvrtcGetNumSupportedArchs(int *n);
int nvrtcGetSupportedArchs(int *archs);
const char *nvrtcGetErrorString(int rc);

int nvrtcVersion(int *major, int *minor)
{
	*major = MAJOR;
	*minor = MINOR;
	return 0;
}

int nvrtcGetNumSupportedArchs(int *n)
{
	*n = 2;
	return 0;
}

int nvrtcGetSupportedArchs(int *archs)
{
	archs[0] = ARCH_B;
	archs[1] = ARCH_A;
	return 0;
}

const char *nvrtcGetErrorString(int rc)
{
	return rc ? "NVRTC_ERROR" : "NVRTC_SUCCESS";
}

#define FAILS(name) \
	int name(void); \
	int name(void) \
	{ \
		return 11; \
	}
#ifdef DIES
#include <unistd.h>
int nvrtcCreateProgram(void);
int nvrtcCreateProgram(void)
{
	_exit(1);
}
#else
FAILS(nvrtcCreateProgram)
#endif
FAILS(nvrtcDestroyProgram)
FAILS(nvrtcCompileProgram)
FAILS(nvrtcGetProgramLogSize)
FAILS(nvrtcGetProgramLog)
FAILS(nvrtcGetPTXSize)
FAILS(nvrtcGetPTX)
FAILS(nvrtcGetCUBINSize)
#ifndef NO_CUBIN
FAILS(nvrtcGetCUBIN)
#endif
