#pragma once

#include "core/text.hpp"
#include "histo_cl/decision.hpp"

#include <optional>
#include <span>
#include <string>
#include <variant>

namespace histo_cl::detail {

/// The device, problem and options that a variant is chosen for.
struct Request {
    const DeviceProfile& device;
    const Problem& problem;
    const Options& options;
};

/// Why a variant cannot run, e.g. "needs 40960 B of local memory, the device has 32768 B".
struct Refusal {
    std::string reason;
};

template <class... Parts>
[[nodiscard]] Refusal refuse(const Parts&... reason) {
    return {concat(reason...)};
}

/// How a variant would run, or why it cannot.
using Proposal = std::variant<Decision, Refusal>;

/// The host's description of one variant. Its functions are pure.
struct Implementation {
    Variant variant;
    /// Completes a draft to a decision. The draft has its variant set, and counts all bins. Keeps every knob
    /// that the caller set, or refuses.
    Proposal (*propose)(const Request& request, Decision draft);
    /// Returns why the variant should not be chosen by default although it can run; empty if it may be. Null
    /// if it always may be chosen by default.
    std::optional<Refusal> (*objection)(const Request& request) = nullptr;
    /// The file of kernels/ whose functions the variant's own file uses, e.g. "sub_histogram"; empty if there
    /// is none.
    std::string_view shared_kernel = {};
    /// The file with the kernel `histogram`.
    std::string_view kernel = "histogram";
    /// Whether samples are counted in the caller's counters, so that nothing has to be merged.
    bool counts_directly = false;
    /// Whether the rows of private counts in the workspace have a layout of their own, which the variant's
    /// kernel file describes and reads (partial_at).
    bool has_own_rows = false;
    /// The spare bin, which counts the elements that are in no bin, as OpenCL C; empty if these elements are
    /// left out.
    std::string_view spare_bin = {};
    /// The number of elements that a work-item may count before flush() must be called; 0: any number.
    std::uint64_t (*elements_before_flush)(const Decision& decision) = nullptr;
    /// Whether finish_block() must be called after each block.
    bool (*finishes_blocks)(const Problem& problem, const Decision& decision) = nullptr;
    /// Whether the carry of a private counter that wraps is added to the caller's counters. These must then
    /// be zeroed, or hold the counts to add to, before the launch.
    bool carries_into_counts = false;
    /// Whether an element can be added to several cells, see Problem::splitting.
    bool splits = false;
};

#define HISTO_CL_VARIANT(name) extern const Implementation name;
#include "variants/variants.def"
#undef HISTO_CL_VARIANT

[[nodiscard]] const Implementation& implementation(Variant variant) noexcept;

/// The variants to try, in order: only the forced variant if there is one, otherwise the variants for the
/// type of device.
[[nodiscard]] std::span<const Implementation* const> candidates(const Request& request) noexcept;

} // namespace histo_cl::detail
