#include "histo_cl/sample.hpp"

#include "core/names.hpp"

namespace histo_cl {
namespace {

using detail::Named;

constexpr std::array<Named<SampleType>, 11> sample_names{{{SampleType::u8, "u8"},
                                                          {SampleType::i8, "i8"},
                                                          {SampleType::u16, "u16"},
                                                          {SampleType::i16, "i16"},
                                                          {SampleType::u32, "u32"},
                                                          {SampleType::i32, "i32"},
                                                          {SampleType::u64, "u64"},
                                                          {SampleType::i64, "i64"},
                                                          {SampleType::f16, "f16"},
                                                          {SampleType::f32, "f32"},
                                                          {SampleType::f64, "f64"}}};

constexpr std::array<Named<CounterType>, 4> counter_names{{{CounterType::u32, "u32"},
                                                           {CounterType::u64, "u64"},
                                                           {CounterType::i64, "i64"},
                                                           {CounterType::f64, "f64"}}};

} // namespace

std::string_view name(SampleType value) noexcept {
    return detail::name_in(sample_names, value);
}

std::string_view name(CounterType value) noexcept {
    return detail::name_in(counter_names, value);
}

std::optional<SampleType> sample_type_named(std::string_view name) noexcept {
    return detail::value_in(sample_names, name);
}

} // namespace histo_cl
