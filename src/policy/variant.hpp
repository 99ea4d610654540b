#pragma once

#include "histo_cl/decision.hpp"

#include <optional>
#include <span>
#include <string>
#include <variant>

namespace histo_cl::detail {

/// What an implementation is asked to plan for.
struct Request {
    const DeviceProfile& device;
    const Problem& problem;
    const Options& options;
};

/// Why a variant does not take a request, in words, e.g. "needs 40960 B of local memory, the device has 32768
/// B".
struct Refusal {
    std::string reason;
};

/// The launch a variant would make of a request, or why it cannot.
using Proposal = std::variant<Decision, Refusal>;

/// One variant of kernels/, seen from the host. Its functions are pure.
struct Implementation {
    Variant variant;
    /// Whether and how it can run. Reads every knob.
    Proposal (*propose)(const Request& request);
    /// Why it should not be the default choice here although it could run; nothing if it may be.
    std::optional<Refusal> (*unsuited)(const Request& request);
    /// The file of kernels/ that its own file builds on, e.g. "sub_histogram"; empty if none.
    std::string_view shared_kernel = {};
    /// Private counters that wrap carry into the caller's counters as they count, so that these must be there
    /// to be added to from the start.
    bool carries_into_counts = false;
};

extern const Implementation global_atomic;
extern const Implementation global_private;
extern const Implementation local_atomic;
extern const Implementation local_aggregated;
extern const Implementation banked_uchar4;
extern const Implementation local_packed;
extern const Implementation local_windowed;
extern const Implementation hot_bin_cache;
extern const Implementation item_private;
extern const Implementation item_pairs;
extern const Implementation item_packed;

/// The implementation of a variant.
[[nodiscard]] const Implementation& implementation(Variant variant) noexcept;

/// The implementations in the order in which they are asked for this device.
[[nodiscard]] std::span<const Implementation* const> candidates(const DeviceProfile& device) noexcept;

} // namespace histo_cl::detail
