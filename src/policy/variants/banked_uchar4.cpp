#include "core/text.hpp"
#include "policy/draft.hpp"

#include <algorithm>
#include <array>

namespace histo_cl::inline HISTO_CL_ABI::detail {
namespace {

// Multiples of four, so that four work-items share a word; 128 counts in 32 banks.
constexpr std::array<std::uint32_t, 3> sizes{128, 64, 32};

Proposal propose_banked_uchar4(const Request& request, Decision draft) {
    if (request.problem.weights) return Refusal{"a byte counts to 255: it holds no sum of weights"};
    const auto bins = request.problem.counters();
    if (bins > 256) return refuse("counts up to 256 bins, not ", bins);
    if (request.options.replicas > 1U) return Refusal{"each work-item owns its counters: no replicas"};

    if (const auto given = request.options.work_group_size) {
        if (std::ranges::find(sizes, *given) == sizes.end())
            return refuse("work-groups of 128, 64 or 32, not ", *given);
        draft.work_group_size = *given;
    } else { // the largest that fits; if none does, the smallest, and complete() says what is lacking
        const auto fits = [&](std::uint32_t size) {
            return size <= request.device.max_work_group_size &&
                   std::uint64_t{size} * bins <= request.device.local_memory_bytes;
        };
        const auto* const found = std::ranges::find_if(sizes, fits);
        draft.work_group_size = found == sizes.end() ? sizes.back() : *found;
    }
    draft.local_bytes = std::uint64_t{draft.work_group_size} * bins;
    draft.reason = counted(bins, "bin") + " in byte counters, no atomics";
    // One flush visits the words of each bin that a work-item sums up; see the kernel.
    const std::uint64_t flush = (bins / draft.work_group_size + 1) * (draft.work_group_size / 4 + 1);
    const LaunchTraits traits{.coarsening = 256,
                              .fixed_iterations = bins + flush,
                              .iterations_per_load = 1 + flush / (255 / samples_of_a_load(request)) + 1};
    return complete(request, std::move(draft), traits);
}

} // namespace

const Implementation banked_uchar4{Variant::banked_uchar4, propose_banked_uchar4};

} // namespace histo_cl::inline HISTO_CL_ABI::detail
