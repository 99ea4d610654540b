#include "reference/convert.hpp"

#include "core/exact.hpp"

#include <cstring>
#include <type_traits>
#include <variant>

namespace histo_cl::reference {
namespace {

/// What a sample of any type is: a whole number or a real one.
using Value = std::variant<detail::Int128, double>;

Value value_at(SampleType type, const std::byte* at) {
    return with_sample_type(type, [at]<class T>(std::type_identity<T> /*sample*/) -> Value {
        T sample;
        std::memcpy(&sample, at, sizeof sample);
        if constexpr (NarrowFloat<T>)
            return value_of_narrow(sample);
        else if constexpr (std::is_floating_point_v<T>)
            return static_cast<double>(sample);
        else
            return detail::Int128{sample};
    });
}

/// Writes the sample of that value, which the type has.
void put(SampleType type, const Value& value, std::byte* to) {
    with_sample_type(type, [&]<class T>(std::type_identity<T> /*sample*/) {
        const auto sample = std::visit(
            [](auto number) {
                if constexpr (NarrowFloat<T>)
                    return narrow_of_value<T>(static_cast<double>(number));
                else
                    return static_cast<T>(number);
            },
            value);
        std::memcpy(to, &sample, sizeof sample);
    });
}

} // namespace

std::vector<std::byte> converted(SampleType stored, const std::byte* first, std::uint64_t stride,
                                 std::size_t count, SampleType type) {
    std::vector<std::byte> samples(count * bytes(type));
    for (std::size_t i = 0; i < count; ++i)
        put(type, value_at(stored, first + i * stride), &samples[i * bytes(type)]);
    return samples;
}

} // namespace histo_cl::reference
