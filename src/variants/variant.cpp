#include "variants/variant.hpp"

#include "variants/compute_unit.hpp"

#include <array>

namespace histo_cl::detail {
namespace {

// The order is the policy: the first that accepts is chosen. global_atomic, the last, accepts everything that
// can be counted at all.

/// Local memory on the chip: count there while the bins fit, then packed, then very many samples by
/// partitions, then in a few windows, then the bins met first.
constexpr std::array on_chip{&local_atomic,  &local_packed,   &partitioned,  &local_windowed,
                             &hot_bin_cache, &global_private, &global_atomic};

/// GPUs whose local memory is a part of global memory (Mali): atomics there are no faster, so the variant
/// without any comes first. Reasoned, not measured.
constexpr std::array off_chip{&banked_uchar4, &local_atomic, &local_windowed, &global_private,
                              &global_atomic};

/// CPUs: a core owns its tables; work-items of a group would only take turns. Two samples to a store while
/// the pairs of bins fit the nearest cache, then one, then bytes.
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
    if (const auto& forced = request.options.variant)
        return std::span(all).subspan(static_cast<std::size_t>(*forced), 1);
    if (request.device.type == DeviceType::cpu) return on_cpu;
    // Mesa says of every GPU that its local memory is a part of global memory.
    const bool dedicated = request.device.local_memory_dedicated || compute_unit(request.device).documented;
    return dedicated ? std::span<const Implementation* const>(on_chip) : off_chip;
}

} // namespace histo_cl::detail
