#pragma once

// The OpenCL handles of the public API. Which functions the headers declare is the program's own choice; all
// of those that the library calls are in OpenCL 1.2.
#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#endif

#ifdef __APPLE__
#include <OpenCL/cl.h>
#else
#include <CL/cl.h>
#endif
