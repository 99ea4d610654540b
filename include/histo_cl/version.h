#pragma once

// The version is defined only here; CMake reads it from this file.
#define HISTO_CL_VERSION_MAJOR 0
#define HISTO_CL_VERSION_MINOR 2
#define HISTO_CL_VERSION_PATCH 0
#define HISTO_CL_VERSION "0.2.0"
