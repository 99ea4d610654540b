#pragma once

#include <histo_cl/histo_cl.hpp>

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>

// Enumerators are passed as strings: the names that the library has for them.

namespace histo_cl::python {

inline constexpr std::array last_edges{LastEdge::exclusive, LastEdge::inclusive};
inline constexpr std::array out_of_ranges{OutOfRange::dropped, OutOfRange::clamped, OutOfRange::counted};
inline constexpr std::array orders{Order::interleaved, Order::planar, Order::separate};
inline constexpr std::array all_nibbles{Nibbles::none, Nibbles::low_first, Nibbles::high_first};
inline constexpr std::array batches{Batch::one, Batch::segments, Batch::ragged, Batch::tiles};
inline constexpr std::array counter_types{CounterType::u32, CounterType::u64, CounterType::i64,
                                          CounterType::f64};

inline constexpr auto image_kinds = detail::values_up_to<ImageKind::image2d_array_depth>();
inline constexpr auto channel_types = detail::values_up_to<ChannelType::float32>();

/// The value with that name. Throws std::invalid_argument (ValueError) with a list of the allowed names.
template <class Values>
[[nodiscard]] auto named(const char* what, const Values& values, std::string_view text) {
    std::string allowed;
    for (const auto value : values) {
        if (name(value) == text) return value;
        allowed += (allowed.empty() ? "'" : ", '") + std::string(name(value)) + "'";
    }
    throw std::invalid_argument(std::string(what) + " '" + std::string(text) + "' is not one of " + allowed);
}

} // namespace histo_cl::python
