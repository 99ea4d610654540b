#pragma once

/// Marks what a shared library exports; all other symbols are hidden. On Windows, HISTO_CL_SHARED must be
/// defined for the shared library and for programs that link with it; the CMake target defines it.
#if defined(_WIN32) && defined(HISTO_CL_SHARED) && defined(HISTO_CL_BUILDING)
#define HISTO_CL_API __declspec(dllexport)
#elif defined(_WIN32) && defined(HISTO_CL_SHARED)
#define HISTO_CL_API __declspec(dllimport)
#elif defined(_WIN32)
#define HISTO_CL_API
#else
#define HISTO_CL_API __attribute__((visibility("default")))
#endif
