#pragma once

#include "support/text.hpp"

#include <histo_cl/error.hpp>

#include <doctest/doctest.h>
#include <initializer_list>
#include <string>
#include <string_view>

namespace histo_cl::test {

/// Checks that the action throws an Error with this status, whose message contains each of the words.
template <class Action>
void check_error(Status status, std::initializer_list<std::string_view> words, const Action& action) {
    try {
        static_cast<void>(action());
    } catch (const Error& error) {
        CHECK(name(error.status()) == name(status));
        check_has(error.what(), words);
        return;
    }
    FAIL_CHECK("no error, but expected: ", name(status));
}

template <class Action>
void check_invalid(std::initializer_list<std::string_view> words, const Action& action) {
    check_error(Status::invalid_argument, words, action);
}

} // namespace histo_cl::test
