#pragma once

#include "core/enum_table.hpp"
#include "histo_cl/sample.hpp"

namespace histo_cl::inline HISTO_CL_ABI::detail {

template <>
inline constexpr auto enum_table<SampleType> = [] {
    std::array<Named<SampleType>, sample_traits.size()> rows{};
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i] = {sample_traits[i].type, sample_traits[i].name};
    return rows;
}();
static_assert(is_complete<SampleType>());

template <>
inline constexpr auto
    enum_table<CounterType> = std::to_array<Named<CounterType>>({{CounterType::u32, "u32"},
                                                                 {CounterType::u64, "u64"},
                                                                 {CounterType::i64, "i64"},
                                                                 {CounterType::f64, "f64"}});
static_assert(is_complete<CounterType>());

} // namespace histo_cl::inline HISTO_CL_ABI::detail
