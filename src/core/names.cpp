#include "core/enum_table.hpp"
#include "core/float_format.hpp"
#include "core/text.hpp"
#include "histo_cl/sample.hpp"

namespace histo_cl::inline HISTO_CL_ABI {

static_assert(std::ranges::all_of(sample_traits, [](const SampleTraits& traits) {
    return traits.name == detail::name_of(traits.type);
}));

std::string_view name(SampleType type) noexcept {
    return detail::name_of(type);
}

std::string_view name(CounterType type) noexcept {
    return detail::name_of(type);
}

std::optional<SampleType> sample_type_named(std::string_view name) noexcept {
    return detail::value_named<SampleType>(name);
}

void throw_no_sample_type(SampleType type) {
    detail::invalid("sample type ", static_cast<int>(type), ": there are 0 to ", sample_traits.size() - 1);
}

float to_float(Half half) noexcept {
    return detail::widened(half);
}

float to_float(Bfloat16 bfloat16) noexcept {
    return detail::widened(bfloat16);
}

} // namespace histo_cl::inline HISTO_CL_ABI
