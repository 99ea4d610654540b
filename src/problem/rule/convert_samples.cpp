#include "problem/rule/convert_samples.hpp"

#include "core/float_format.hpp"

#include <cstring>
#include <type_traits>

namespace histo_cl::detail {
namespace {

/// The value of a sample, in a type that C++ converts.
template <class From>
auto value_of(From sample) noexcept {
    if constexpr (NarrowFloat<From>)
        return widened(sample);
    else
        return sample;
}

template <class To, class From>
To converted(From sample) noexcept {
    if constexpr (NarrowFloat<To>)
        return narrowed<To>(static_cast<double>(value_of(sample)));
    else
        return static_cast<To>(value_of(sample));
}

template <class From, class To>
void convert(const std::byte* first, std::uint64_t stride, std::span<std::byte> to) noexcept {
    const auto count = to.size() / sizeof(To);
    for (std::size_t i = 0; i < count; ++i) {
        From sample;
        std::memcpy(&sample, first + i * stride, sizeof sample);
        const auto result = converted<To>(sample);
        std::memcpy(to.data() + i * sizeof result, &result, sizeof result);
    }
}

} // namespace

void convert_samples(SampleType stored, const std::byte* first, std::uint64_t stride, SampleType type,
                     std::span<std::byte> to) {
    with_sample_type(stored, [&]<class From>(std::type_identity<From> /*stored*/) {
        with_sample_type(type, [&]<class To>(std::type_identity<To> /*type*/) {
            if constexpr (converts_exactly(sample_type_of<From>(), sample_type_of<To>()))
                convert<From, To>(first, stride, to);
        });
    });
}

} // namespace histo_cl::detail
