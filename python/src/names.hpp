#pragma once

#include <histo_cl/histo_cl.hpp>

#include <stdexcept>
#include <string>
#include <string_view>

// Enumerators are passed as strings: their names in the library.

namespace histo_cl::python {

/// Returns the value of an enumeration, up to `last`, whose name is `text`. Throws std::invalid_argument
/// (ValueError) with a list of the allowed names.
template <auto last>
[[nodiscard]] auto named(const char* what, std::string_view text) {
    std::string allowed;
    for (const auto value : detail::values_up_to<last>()) {
        if (name(value) == text) return value;
        allowed += (allowed.empty() ? "'" : ", '") + std::string(name(value)) + "'";
    }
    throw std::invalid_argument(std::string(what) + " '" + std::string(text) + "' is not one of " + allowed);
}

} // namespace histo_cl::python
