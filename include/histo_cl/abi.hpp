#pragma once

#include "histo_cl/version.h"

#if (defined(_MSVC_LANG) ? _MSVC_LANG : __cplusplus) < 202002L
#error "histo_cl's C++ API needs C++20: compile with -std=c++20 or later. The C API, histo_cl.h, needs C99."
#endif

// The inline namespace of the C++ API, v1. A program that was compiled for another major version fails to
// link. Without the namespace it could misread a struct that has changed.
#define HISTO_CL_ABI_OF(major) v##major
#define HISTO_CL_ABI_FOR(major) HISTO_CL_ABI_OF(major)
#define HISTO_CL_ABI HISTO_CL_ABI_FOR(HISTO_CL_VERSION_MAJOR)
