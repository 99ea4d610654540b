#pragma once

/// Marks what a shared library exports; everything else is hidden.
#if defined(_WIN32)
#if defined(HISTO_CL_BUILDING)
#define HISTO_CL_API __declspec(dllexport)
#else
#define HISTO_CL_API
#endif
#else
#define HISTO_CL_API __attribute__((visibility("default")))
#endif
