#include "variants/variant.hpp"

#include "variants/compute_unit.hpp"

#include <array>

namespace histo_cl::detail {
namespace {

// The order of these lists is the policy: the first variant that can run, and has no objection, is chosen.
// global_atomic is last, never objects, and supports every problem.

/// The order of variants for GPUs with local memory on the chip. Plain counters if they fit in local memory,
/// otherwise packed counters if these fit. For more bins, in this order: partitions, if the bins take more
/// than three windows of local memory and a round can have enough samples; up to 8 windows; a cache of the
/// first bins seen.
constexpr std::array on_chip{&local_atomic,  &local_packed,   &partitioned,  &local_windowed,
                             &hot_bin_cache, &global_private, &global_atomic};

/// The order for GPUs whose local memory is a part of global memory (Mali). Local atomics are no faster than
/// global atomics there, so the variant without atomics comes first. This order was not measured.
constexpr std::array off_chip{&banked_uchar4, &local_atomic, &local_windowed, &global_private,
                              &global_atomic};

/// The order for CPUs. Each core has its own tables, because the work-items of a group run one by one.
/// item_pairs counts two samples per store, for up to 256 bins, or values of bytes. Otherwise, item_private
/// counts in 32-bit words or, for many bins, item_packed counts in bytes.
constexpr std::array on_cpu{&item_pairs, &item_private, &item_packed, &global_private, &global_atomic};

#define HISTO_CL_VARIANT(name) Variant::name,
static_assert(std::array{
#include "variants/variants.def"
              } == all_variants);
#undef HISTO_CL_VARIANT

constexpr std::array all{
#define HISTO_CL_VARIANT(name) &(name),
#include "variants/variants.def"
#undef HISTO_CL_VARIANT
};

} // namespace

const Implementation& implementation(Variant variant) noexcept {
    return *all[static_cast<std::size_t>(variant)];
}

std::span<const Implementation* const> candidates(const Request& request) noexcept {
    if (const auto& forced = request.options.knobs.variant)
        return std::span(all).subspan(static_cast<std::size_t>(*forced), 1);
    if (request.device.type == DeviceType::cpu) return on_cpu;
    // Mesa reports for every GPU that local memory is a part of global memory. So local memory is also
    // regarded as dedicated if the vendor documents the GPU's compute units.
    const bool dedicated = request.device.local_memory_dedicated || compute_unit(request.device).documented;
    return dedicated ? std::span<const Implementation* const>(on_chip) : off_chip;
}

} // namespace histo_cl::detail
