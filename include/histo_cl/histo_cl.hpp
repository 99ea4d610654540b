#pragma once

// All that a C++ program includes. From plain data at the top to OpenCL at the bottom:
#include "histo_cl/binning.hpp"
#include "histo_cl/decision.hpp"
#include "histo_cl/device.hpp"
#include "histo_cl/device_profile.hpp"
#include "histo_cl/error.hpp"
#include "histo_cl/histogram.hpp"
#include "histo_cl/kernel_source.hpp"
#include "histo_cl/number.hpp"
#include "histo_cl/opencl.hpp"
#include "histo_cl/options.hpp"
#include "histo_cl/plan.hpp"
#include "histo_cl/problem.hpp"
#include "histo_cl/reference.hpp"
#include "histo_cl/sample.hpp"
#include "histo_cl/version.hpp"
