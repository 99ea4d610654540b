#pragma once

#include "common/errors.hpp"

#include <string>

namespace histo_cl::test {

/// The message of the UsageError that the action throws, or "" if it throws none.
template <class Action>
std::string usage_error_of(const Action& action) {
    try {
        static_cast<void>(action());
    } catch (const common::UsageError& error) {
        return error.what();
    }
    return {};
}

} // namespace histo_cl::test
