#pragma once

/// @namespace histo_cl
/// The C++ API. Begin with histogram(), which counts in one call, or with Problem and Plan, which count on
/// your queue.

// Includes the C++ API, except headers that are slow to compile or need other software:
//
//     statistics.hpp  means, percentiles, thresholds, comparison and equalization of histograms
//     stream.hpp      data that does not fit in memory, and several devices
//     clhpp.hpp       overloads for CLHPP; include it after CL/opencl.hpp
//     mpi.hpp         the component histo_cl::mpi
#include "histo_cl/abi.hpp"
#include "histo_cl/auto_bins.hpp"
#include "histo_cl/binning.hpp"
#include "histo_cl/decision.hpp"
#include "histo_cl/default_problem.hpp"
#include "histo_cl/device.hpp"
#include "histo_cl/device_profile.hpp"
#include "histo_cl/equalization_plan.hpp"
#include "histo_cl/error.hpp"
#include "histo_cl/histogram.hpp"
#include "histo_cl/host_data.hpp"
#include "histo_cl/image.hpp"
#include "histo_cl/kernel_source.hpp"
#include "histo_cl/layout.hpp"
#include "histo_cl/map_plan.hpp"
#include "histo_cl/memory.hpp"
#include "histo_cl/number.hpp"
#include "histo_cl/opencl.h"
#include "histo_cl/options.hpp"
#include "histo_cl/partial.hpp"
#include "histo_cl/plan.hpp"
#include "histo_cl/problem.hpp"
#include "histo_cl/reference.hpp"
#include "histo_cl/result.hpp"
#include "histo_cl/sample.hpp"
#include "histo_cl/subtraction_plan.hpp"
#include "histo_cl/summary_plan.hpp"
#include "histo_cl/tuning.hpp"
#include "histo_cl/version.h"
#include "histo_cl/weight_bound.hpp"
