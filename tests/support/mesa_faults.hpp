#pragma once

#include "support/device.hpp"

#include <cstdlib>
#include <doctest/doctest.h>
#include <string_view>

namespace histo_cl::test {

/// Whether the device under test belongs to Rusticl of Mesa `from_release` or later, which has faults
/// that the library cannot avoid (docs/notes/faults.md). If so, prints which part of a test is left out.
inline bool mesa_leaves_out(std::string_view part, int from_release = 25) {
    const auto& profile = test_device().profile();
    if (profile.platform != "rusticl" || std::atoi(profile.driver.c_str()) < from_release) return false;
    MESSAGE("Mesa ", profile.driver, " fails by faults of its own: left out are ", part);
    return true;
}

} // namespace histo_cl::test
