#pragma once

// Includes the OpenCL headers, for the handles in the public API. A program may define
// CL_TARGET_OPENCL_VERSION, the OpenCL version that the headers declare. The library links only to functions
// of OpenCL 1.2.
#ifndef CL_TARGET_OPENCL_VERSION
/// The OpenCL version whose declarations the headers need.
#define CL_TARGET_OPENCL_VERSION 300
#endif

#ifdef HISTO_CL_LOAD_OPENCL // src/device/loader_calls.cpp defines the functions of OpenCL
#pragma GCC visibility push(hidden)
#endif

#ifdef __APPLE__
#include <OpenCL/cl.h>
#include <OpenCL/cl_ext.h>
#else
#include <CL/cl.h>
#include <CL/cl_ext.h>
#endif

#ifdef HISTO_CL_LOAD_OPENCL
#pragma GCC visibility pop
#endif

// Older OpenCL headers lack these types.
#ifndef cl_khr_command_buffer
/// A command buffer of cl_khr_command_buffer, for headers without it.
typedef struct _cl_command_buffer_khr* cl_command_buffer_khr;
/// A point in a command buffer, for headers without it.
typedef cl_uint cl_sync_point_khr;
#endif
