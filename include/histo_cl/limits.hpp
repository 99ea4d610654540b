#pragma once

#include <stdint.h> // NOLINT(modernize-deprecated-headers): for C too

// The limits of problems and options, for C and C++ alike.

/// The most bins, and the most counters, of one histogram: 2^24.
#define HISTO_CL_MAX_BINS (UINT32_C(1) << 24)
/// The most bins that a rule makes of samples: 2^20. A caller may ask for more.
#define HISTO_CL_MAX_BINS_BY_RULE (UINT32_C(1) << 20)
/// The most counters of one histogram that takes several passes: 2^28.
#define HISTO_CL_MAX_COUNTERS (UINT32_C(1) << 28)
/// The most channels of an element, and so the most axes of a problem: 2^16.
#define HISTO_CL_MAX_CHANNELS (UINT32_C(1) << 16)
/// The most channels of an image, and the most that are separate.
#define HISTO_CL_MAX_ARRAYS UINT32_C(4)
/// The most weights of an element.
#define HISTO_CL_MAX_WEIGHT_VECTORS UINT32_C(4)
/// The most histograms of one batch: 2^31.
#define HISTO_CL_MAX_HISTOGRAMS (UINT64_C(1) << 31)
