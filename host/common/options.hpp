#pragma once

#include "common/manual.hpp"
#include "common/names.hpp"

#include <histo_cl/options.hpp>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace common {

// Checks of an option's value. Use those that rewrite the value with Option::transform(), and the others with
// Option::check().

[[nodiscard]] CLI::Validator one_of(const std::vector<std::string>& names);

/// Accepts any name of a sample type that sample_type_typed() understands, and replaces it by the library's
/// name.
[[nodiscard]] CLI::Validator sample_type();

/// Accepts a whole number that whole_number_typed() can read, and replaces it by its decimal digits.
[[nodiscard]] CLI::Validator whole_number(std::uint64_t min, std::uint64_t max);

/// Accepts a whole number that an unsigned variable can hold. The library checks the option's bounds.
template <class Value>
[[nodiscard]] CLI::Validator whole_number_for(const Value& /*variable*/) {
    return whole_number(0, std::numeric_limits<Value>::max());
}
template <class Value>
[[nodiscard]] CLI::Validator whole_number_for(const std::optional<Value>& /*variable*/) {
    return whole_number(0, std::numeric_limits<Value>::max());
}

template <class Value>
CLI::Option* add_whole_number(CLI::App& app, const char* option, Value& value, const std::string& text,
                              std::uint64_t min, std::uint64_t max) {
    return app.add_option(option, value, text)->type_name("N")->transform(whole_number(min, max));
}

/// Adds an option whose value is one of `names`; parsing passes it to `take`.
CLI::Option* add_choice(CLI::App& app, const std::string& option, const std::vector<std::string>& names,
                        const std::string& type_name, const std::string& text,
                        const std::function<void(const std::string& name)>& take);

/// The names that one_of() or sample_type() allows for an option's value; empty if the option has no such
/// check. The option is not const because CLI11 returns the checks of mutable options only.
[[nodiscard]] std::vector<std::string> choices_of(CLI::Option& option);

inline constexpr const char* knob_group = "Kernel (default: chosen for the device)";

/// Adds an option for each of the library's knobs. Parsing writes their values to `options`, which must exist
/// until then.
void add_knobs(CLI::App& app, histo_cl::Options& options);

} // namespace common
