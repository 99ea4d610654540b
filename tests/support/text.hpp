#pragma once

#include <doctest/doctest.h>
#include <initializer_list>
#include <string_view>

namespace histo_cl::test {

inline bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

inline void check_has(std::string_view text, std::initializer_list<std::string_view> words) {
    CAPTURE(text);
    for (const auto word : words)
        CHECK_MESSAGE(contains(text, word), "it lacks: ", word);
}

} // namespace histo_cl::test
