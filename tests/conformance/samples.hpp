#pragma once

#include <histo_cl/histo_cl.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace histo_cl::test {

/// Kinds of data that are difficult for histograms. "Around" means in and near the range of the bins.
enum class Data : std::uint8_t {
    constant,     ///< one value, in range
    two_values,   ///< the lower bound and a value near the upper one, in turn
    ramp,         ///< rising evenly through the range and beyond, again and again
    uniform,      ///< uniform around the range
    skewed,       ///< the AND of five uniform draws
    sorted,       ///< uniform, sorted
    out_of_range, ///< nearly all outside the range, where the type has such values
    extremes,     ///< the type's limits and special values, for floats -0, denormals, infinities and NaNs
};

inline constexpr std::array all_data{Data::constant, Data::two_values, Data::ramp,         Data::uniform,
                                     Data::skewed,   Data::sorted,     Data::out_of_range, Data::extremes};

std::string_view name(Data data) noexcept;

/// `count` samples of the problem's type, as bytes. They are the same for the same arguments.
std::vector<std::byte> make_samples(const Problem& problem, Data data, std::size_t count);

} // namespace histo_cl::test
