#pragma once

// Runs the tests of a program that needs a device.

#include "support/device.hpp"

#include <doctest/doctest.h>
#include <iostream>

namespace histo_cl::test {

/// The exit code of a skipped program, which is CTest's SKIP_RETURN_CODE. A program is skipped if the device
/// that HISTO_CL_TEST_DEVICE names does not exist on this machine, or if the device lacks a required feature.
inline constexpr int skipped = 77;

/// Runs all tests of the program, and returns its exit code. `missing_feature` returns a feature that the
/// tests need and the device lacks, or "".
inline int run_on_device(int argc, char** argv,
                         std::string (*missing_feature)(const DeviceProfile&) = nullptr) {
    try {
        const auto& device = test_device().profile();
        std::cout << "device: " << to_string(device) << "\n";
        if (const auto missing = missing_feature ? missing_feature(device) : ""; !missing.empty()) {
            std::cout << "skipped: " << missing << std::endl;
            return skipped;
        }
    } catch (const Error& error) {
        const bool absent = error.status() == Status::no_device || error.status() == Status::no_platform;
        const bool asked_for = std::getenv(device_variable) != nullptr;
        std::cout << (absent && asked_for ? "skipped: " : "error: ") << error.what() << std::endl;
        return absent && asked_for ? skipped : 1;
    }
    return doctest::Context(argc, argv).run();
}

} // namespace histo_cl::test
