#pragma once

// The version is defined only here; CMake reads it from this file.
/// The first number of HISTO_CL_VERSION.
#define HISTO_CL_VERSION_MAJOR 0
/// The second number of HISTO_CL_VERSION.
#define HISTO_CL_VERSION_MINOR 2
/// The third number of HISTO_CL_VERSION.
#define HISTO_CL_VERSION_PATCH 0
/// The version of these headers.
#define HISTO_CL_VERSION "0.2.0"
