// The messages on machines without a usable OpenCL device. Each suite needs its own environment, which CTest
// sets up.

#include "support/error.hpp"

#include <histo_cl/histo_cl.hpp>

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

/// Checks that every way to request a device fails, and that calls that need no device still count.
void check_all_ways(Status status, std::initializer_list<std::string_view> words) {
    check_error(status, words, [] { return devices(); });
    check_error(status, words, [] { return default_device(); });
    check_error(status, words, [] { return find_device("0:0"); });
    const Problem by_device{.indices = SampleType::u32};
    check_error(status, words, [&] { return histogram(by_device, HostData{}); });
    Options only_device;
    only_device.calling_thread = false;
    check_error(status, words, [&] { return histogram(Problem{}, HostData{}, only_device); });

    const std::vector<std::uint8_t> pixels(1 << 20U, 7);
    for (int call = 0; call < 100; ++call) // also once the library has looked for a device
        CHECK(histogram(pixels)[7] == pixels.size());
}

} // namespace

TEST_SUITE("no_platform") {
    TEST_CASE("no platform: the message names packages that install one") {
        check_all_ways(Status::no_platform, {"no OpenCL platform", "pocl-opencl-icd", "mesa-opencl-icd"});
    }
}

TEST_SUITE("no_device") {
    TEST_CASE("a platform without devices is named") {
        check_all_ways(Status::no_device, {"no OpenCL device", "Fake platform"});
    }
}

TEST_SUITE("old_device") {
    TEST_CASE("a device older than OpenCL 1.2 is named with its version and the required one") {
        check_all_ways(Status::no_device, {"no OpenCL device", "Fake device", "OpenCL 1.1", "OpenCL 1.2"});
    }
}

TEST_SUITE("no_compiler") {
    TEST_CASE("a device without a compiler is listed, but is not the default and cannot count") {
        REQUIRE(devices().size() == 1);
        const auto device = find_device("fake");
        CHECK_FALSE(device.profile.compiler_available);
        check_error(Status::no_compiler, {"build kernels from source", "Fake device"},
                    [] { return default_device(); });
        check_error(Status::no_compiler, {"build kernels from source", "Fake device"},
                    [&] { return histogram(Problem{}, HostData{}, {}, device); });
    }
}

TEST_SUITE("other_byte_order") {
    TEST_CASE("a device of another byte order than the host's is refused") {
        const auto device = find_device("fake");
        const std::vector<std::uint32_t> weights(4, 1);
        const Problem by_device{.weights = SampleType::u32, .counter = CounterType::u64};
        const std::vector<std::uint8_t> samples(4, 7);
        const HostData data{.samples = std::as_bytes(std::span(samples)),
                            .shape = {.count = 4},
                            .weights = std::as_bytes(std::span(weights))};
        check_error(Status::unsupported, {"Fake device", "-endian", "the host's byte order"},
                    [&] { return histogram(by_device, data, {}, device); });
    }
}
