#pragma once

/// Marks what a shared library exports; everything else is hidden. On Windows a shared library is built with
/// HISTO_CL_SHARED, and so is what is linked with it: CMake's target has the definition.
#if defined(_WIN32) && defined(HISTO_CL_SHARED) && defined(HISTO_CL_BUILDING)
#define HISTO_CL_API __declspec(dllexport)
#elif defined(_WIN32) && defined(HISTO_CL_SHARED)
#define HISTO_CL_API __declspec(dllimport)
#elif defined(_WIN32)
#define HISTO_CL_API
#else
#define HISTO_CL_API __attribute__((visibility("default")))
#endif
