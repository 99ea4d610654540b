// The messages on machines without a usable OpenCL device. Each suite needs its own environment, which CTest
// sets up.

#include "support/counters.hpp"
#include "support/error.hpp"
#include "support/problems.hpp"

#include <histo_cl/histo_cl.hpp>
#include <histo_cl/stream.hpp>
#include <histo_cl/weight_bound.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <span>
#include <string_view>
#include <thread>
#include <vector>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

std::vector<float> ramp(std::size_t size) {
    std::vector<float> samples(size);
    for (std::size_t i = 0; i < size; ++i)
        samples[i] = 0.001F * static_cast<float>(i % 1003);
    return samples;
}

/// Checks that streams without a device count parts of all kinds, from several threads.
void check_streams() {
    const auto samples = ramp(400'000);
    const auto bytes = std::as_bytes(std::span(samples));
    const StreamOptions small_chunks{.chunk_bytes = 1U << 16U};
    const Problem counting{.sample = SampleType::f32, .axes = {even_bins(50, 0, 1)}};
    Stream stream(counting, small_chunks);
    {
        const std::jthread other([&] { stream.push(bytes); });
        for (std::size_t at = 0; at < bytes.size();)
            at += stream.push(bytes.size() - at, [&](std::span<std::byte> room) {
                std::memcpy(room.data(), bytes.data() + at, room.size());
                return room.size();
            });
    }
    auto twice = reference_histogram(counting, bytes).counts;
    for (auto& count : twice)
        count *= 2;
    CHECK(stream.histogram() == twice);
    CHECK(stream.elements() == 2 * samples.size());
    const auto shares = stream.shares();
    REQUIRE(shares.size() == 1);
    CHECK(shares[0].device.empty());
    CHECK(shares[0].bytes == 2 * bytes.size());
    CHECK(shares[0].calling_thread_bytes == shares[0].bytes);

    auto summing = counting;
    summing.weights.type = SampleType::f32;
    const HostData weighted{.samples = bytes, .weights = bytes};
    summing.weights.bound = weight_bound(summing, weighted);
    Stream sums(summing, small_chunks);
    const auto middle = bytes.size() / 2;
    sums.push({.samples = bytes.subspan(middle), .weights = bytes.subspan(middle)});
    sums.push({.samples = bytes.first(middle), .weights = bytes.first(middle)});
    CHECK(sums.histogram() == reference_histogram(summing, weighted));
    CHECK(sums.partial() == partial_histogram(summing, weighted));
}

/// Checks that every way to request a device fails, and that calls that need no device still count.
void check_all_ways(Status status, std::initializer_list<std::string_view> words) {
    check_error(status, words, [] { return devices(); });
    check_error(status, words, [] { return default_device(); });
    check_error(status, words, [] { return find_device("0:0"); });
    const Problem by_device{.axes = {identity_bins(256)}, .layout = {.indices = SampleType::u32}};
    check_error(status, words, [&] { return histogram(by_device, HostData{}); });
    Options only_device;
    only_device.calling_thread = false;
    check_error(status, words, [&] { return histogram(of_bytes, HostData{}, only_device); });
    check_error(status, words, [&] { return Stream(of_bytes, {.options = only_device}); });
    check_error(status, words, [] { return Stream(of_bytes, {.options = {.knobs = {.work_groups = 1}}}); });
    check_error(Status::unsupported, {"merge host"},
                [] { return Stream(of_bytes, {.options = {.knobs = {.merge = Merge::host}}}); });

    const std::vector<std::uint8_t> pixels(1 << 20U, 7);
    // The calling thread still counts after the library has looked for a device and found none.
    for (int call = 0; call < 100; ++call)
        CHECK(histogram(pixels)[7] == pixels.size());
    check_streams();
}

} // namespace

TEST_SUITE("no_platform") {
    TEST_CASE("no platform: the message names packages that install one") {
        check_all_ways(Status::no_platform, {"no OpenCL platform", "pocl-opencl-icd", "mesa-opencl-icd"});
    }
}

TEST_SUITE("no_device") {
    TEST_CASE("a platform without devices is named") {
        check_all_ways(Status::no_device,
                       {"no OpenCL device to count on: Fake platform has none (", "pocl-opencl-icd"});
    }
}

TEST_SUITE("failing_driver") {
    TEST_CASE("the error of a driver is thrown, and the calling thread does not count instead") {
        const auto check_failed = [](const auto& call) {
            check_error(Status::opencl_error,
                        {"Fake platform cannot list its devices: CL_OUT_OF_HOST_MEMORY"}, call);
        };
        check_failed([] { return devices(); });
        check_failed([] { return default_device(); });
        check_failed([] { return Stream(of_bytes); });
        const std::vector<std::uint8_t> pixels(1 << 20U, 7);
        check_failed([&] {
            // Together, these calls take longer than looking for a device would, so the library looks for
            // one.
            for (int call = 0; call < 1000; ++call)
                static_cast<void>(histogram(pixels));
        });
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
                    [&] { return histogram(of_bytes, HostData{}, {}, device); });
        check_streams();
    }
}

TEST_SUITE("other_byte_order") {
    TEST_CASE("a device of another byte order than the host's is refused") {
        const auto device = find_device("fake");
        const std::vector<std::uint32_t> weights(4, 1);
        const Problem by_device{
            .axes = {identity_bins(256)}, .weights = {.type = SampleType::u32}, .counter = CounterType::u64};
        const std::vector<std::uint8_t> samples(4, 7);
        const HostData data{.samples = std::as_bytes(std::span(samples)),
                            .shape = {.count = 4},
                            .weights = std::as_bytes(std::span(weights))};
        check_error(Status::unsupported, {"Fake device", "-endian", "the host's byte order"},
                    [&] { return histogram(by_device, data, {.calling_thread = false}, device); });
    }
}
