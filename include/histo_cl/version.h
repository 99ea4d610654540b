#pragma once

// The version is defined only here; CMake reads it from this file.
/// The first number of HISTO_CL_VERSION.
#define HISTO_CL_VERSION_MAJOR 1
/// The second number of HISTO_CL_VERSION.
#define HISTO_CL_VERSION_MINOR 0
/// The third number of HISTO_CL_VERSION.
#define HISTO_CL_VERSION_PATCH 0
/// The version of these headers.
#define HISTO_CL_VERSION "1.0.0"
