#pragma once

#include "histo_cl/version.h"

#if (defined(_MSVC_LANG) ? _MSVC_LANG : __cplusplus) < 202002L
#error "histo_cl's C++ API needs C++20: compile with -std=c++20 or later. The C API, histo_cl.h, needs C99."
#endif

// The inline namespace of the C++ API, v1_0. Minor versions can add members to the structs of this API. With
// the namespace, a program that was compiled for another minor version does not load, instead of misreading
// the structs. The C API is not affected.
#define HISTO_CL_ABI_OF(major, minor) v##major##_##minor
#define HISTO_CL_ABI_FOR(major, minor) HISTO_CL_ABI_OF(major, minor)
#define HISTO_CL_ABI HISTO_CL_ABI_FOR(HISTO_CL_VERSION_MAJOR, HISTO_CL_VERSION_MINOR)
