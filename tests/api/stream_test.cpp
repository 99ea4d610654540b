// Stream, and histogram() on several devices. A device whose profile says that it is a GPU gets its chunks
// through staging memory, so PoCL is tested both as a CPU and as a GPU.

#include "api/fixture.hpp"
#include "api/made_up_driver.hpp"

#include <histo_cl/stream.hpp>

#include <atomic>
#include <chrono>
#include <numeric>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

/// The device under test as a CPU, which reads chunks in place.
Device in_place() {
    auto one = device();
    one.profile.type = DeviceType::cpu;
    return one;
}
/// The device under test as a GPU, whose chunks go through staging memory.
Device staged() {
    auto one = device();
    one.profile.type = DeviceType::gpu;
    return one;
}

/// A set of devices that count the chunks.
struct Way {
    const char* name;
    std::vector<Device> devices;
};

/// One device of each kind, both kinds together, and two of a kind.
const std::vector<Way>& ways() {
    static const std::vector<Way> all{
        {"in place", {in_place()}},
        {"staged", {staged()}},
        {"both", {staged(), in_place()}},
        {"two staged", {staged(), staged()}},
    };
    return all;
}

/// Options for small chunks, so that there are many.
StreamOptions small_chunks(std::span<const Device> devices = {}, std::uint64_t chunk_bytes = 1000) {
    return {.options = on_device,
            .devices = devices,
            .memory = std::uint64_t{1} << 20U,
            .chunk_bytes = chunk_bytes};
}

std::vector<std::uint64_t> expected(const Bytes& samples) {
    return expected_counts<std::uint64_t>(samples);
}

/// Number of bytes that all devices of a stream have counted.
std::uint64_t shared_bytes(const Stream& stream) {
    std::uint64_t bytes = 0;
    for (const auto& share : stream.shares())
        bytes += share.bytes;
    return bytes;
}

/// Calls `push(part)` for parts of at most `size` samples, from four threads.
template <class Push>
void push_in_parts(std::span<const std::uint8_t> samples, std::size_t size, const Push& push) {
    std::atomic<std::size_t> next = 0;
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&] {
            for (std::size_t first = 0; (first = next.fetch_add(size)) < samples.size();)
                push(samples.subspan(first, std::min(size, samples.size() - first)));
        });
}

} // namespace

TEST_SUITE("stream") {

    TEST_CASE("pushes of all sizes, from several threads") {
        const auto samples = random_bytes(200'001);
        for (const auto& way : ways()) {
            CAPTURE(way.name);
            Stream stream(problem(), small_chunks(way.devices));
            CHECK(stream.chunk_bytes() <= 1000);
            push_in_parts(samples, 10'000, [&](std::span<const std::uint8_t> part) {
                Bytes copy(part.begin(), part.end());
                stream.push(bytes_of(copy));
                std::ranges::fill(copy, std::uint8_t{3}); // the part is already copied or counted
            });
            CHECK(stream.histogram() == expected(samples));
            CHECK(stream.elements() == samples.size());
            stream.push(bytes_of(samples));
            CHECK(stream.histogram() == times(expected(samples), 2));
            CHECK(shared_bytes(stream) == 2 * samples.size());
            stream.reset();
            CHECK(stream.histogram() == std::vector<std::uint64_t>(problem_bins));
            stream.push(bytes_of(samples));
            CHECK(stream.histogram() == expected(samples));
        }
    }

    TEST_CASE("the threads that push count small parts on a CPU, and its share says so") {
        if (device().profile.type != DeviceType::cpu) return;
        const auto samples = random_bytes(1000);
        for (const std::optional<bool> calling_thread : {std::optional<bool>(), std::optional(false)}) {
            Stream stream(problem(),
                          {.options = {.calling_thread = calling_thread}, .devices = std::array{device()}});
            stream.push(bytes_of(samples));
            CHECK(stream.histogram() == expected(samples));
            const auto share = stream.shares().front();
            CHECK(share.bytes == samples.size());
            CHECK(share.calling_thread_bytes == (calling_thread ? 0 : samples.size()));
        }
    }

    TEST_CASE("interleaved weight vectors are counted once in the bytes of a share") {
        auto weighted = problem();
        weighted.weights.type = SampleType::i32;
        weighted.weights.vectors = 2;
        weighted.weights.stride = 8;
        weighted.counter = CounterType::i64;
        const auto samples = random_bytes(1000);
        const std::vector<std::int32_t> weights(2 * samples.size(), 1);
        const std::array<HostArray, 2> vectors{bytes_of(weights), bytes_of(weights).subspan(4)};
        for (const auto& way : ways()) {
            CAPTURE(way.name);
            Stream stream(weighted, small_chunks(way.devices, 2000));
            stream.push({.samples = bytes_of(samples), .weight_vectors = vectors});
            CHECK(stream.histogram().sums.size() == weighted.counters());
            CHECK(shared_bytes(stream) == samples.size() * 9);
        }
    }

    TEST_CASE("without pushes, or with empty ones, all counts are 0") {
        Stream stream(problem(), small_chunks(ways()[2].devices));
        CHECK(stream.histogram() == std::vector<std::uint64_t>(problem_bins));
        stream.push(std::span<const std::byte>());
        CHECK(stream.push(100, [](auto) { return 0U; }) == 0);
        CHECK(stream.histogram() == std::vector<std::uint64_t>(problem_bins));
    }

    TEST_CASE("samples written straight to staging memory") {
        const auto samples = random_bytes(50'000);
        for (const auto& way : ways()) {
            CAPTURE(way.name);
            Stream stream(problem(), small_chunks(way.devices));
            push_in_parts(samples, 700, [&](std::span<const std::uint8_t> part) {
                const auto written = stream.push(part.size(), [&](std::span<std::byte> room) {
                    std::memcpy(room.data(), part.data(), part.size());
                    return part.size();
                });
                if (written != part.size()) std::terminate();
            });
            CHECK(stream.histogram() == expected(samples));
        }
    }

    TEST_CASE("a fill that throws, or returns too many bytes, counts nothing") {
        Stream stream(problem(), small_chunks(ways()[2].devices));
        CHECK_THROWS_AS(stream.push(100, [](auto) -> std::uint64_t { throw std::runtime_error("EIO"); }),
                        std::runtime_error);
        check_invalid({"fill", "101 B", "100 B"}, [&] { stream.push(100, [](auto) { return 101U; }); });
        stream.push(10, [](std::span<std::byte> room) {
            std::ranges::fill(room, std::byte{1});
            return room.size();
        });
        CHECK(stream.histogram()[0] == 10);
    }

    TEST_CASE("channels, planes, arrays, masks and weights are counted in chunks") {
        Random random(5);
        const std::size_t count = 30'000;
        const auto bytes = random_bytes(4 * count);
        std::vector<std::uint16_t> words(count);
        std::vector<std::int32_t> weights(count);
        std::vector<std::uint8_t> mask(count);
        for (std::size_t i = 0; i < count; ++i) {
            words[i] = static_cast<std::uint16_t>(random.bits());
            weights[i] = static_cast<std::int32_t>(random.bits());
            mask[i] = static_cast<std::uint8_t>(random.below(2));
        }
        const auto axis = even_bins(10, 0, 250);
        const std::array<HostArray, 2> arrays{bytes_of(words), bytes_of(words)};
        const auto all_weights = bytes_of(weights);
        const std::array<HostArray, 2> pairs{all_weights.first(all_weights.size() - 4),
                                             all_weights.subspan(4)}; // interleaved
        const auto samples = bytes_of(bytes);
        const struct {
            const char* name;
            Problem problem;
            HostData data;
        } cases[] = {
            {"interleaved",
             {.axes = {axis, axis, axis}, .layout = {.channels = 3, .mask = true}},
             {.samples = samples.first(3 * count), .mask = bytes_of(mask)}},
            {"planar",
             {.axes = {axis, axis}, .joint = true, .layout = {.channels = 2, .order = Order::planar}},
             {.samples = samples.first(2 * count), .shape = {.count = count}}},
            {"separate",
             {.sample = SampleType::u16,
              .axes = {even_bins(7, 0, 60000), even_bins(5, 0, 60000)},
              .joint = true,
              .layout = {.channels = 2, .order = Order::separate}},
             {.arrays = arrays}},
            {"weights",
             {.axes = {axis}, .weights = {.type = SampleType::i32, .squares = true}},
             {.samples = samples.first(count), .weights = bytes_of(weights)}},
            {"vectors with a stride",
             {.axes = {axis}, .weights = {.type = SampleType::i32, .vectors = 2, .stride = 8}},
             {.samples = samples.first(count / 2), .weight_vectors = pairs}},
        };
        for (const auto& one : cases)
            for (const auto& way : ways()) {
                INFO(one.name, ", ", way.name);
                const auto right = histogram(one.problem, one.data, on_device);
                Stream stream(one.problem, small_chunks(way.devices, 9000));
                stream.push(one.data);
                CHECK(stream.histogram() == right);
                if (one.problem.weights.type) continue;
                auto pinned = one.data;
                pinned.pinned = true; // this is not true, but must not change the counts
                stream.push(pinned);
                CHECK(stream.histogram() == times(right.counts, 2));
            }
    }

    TEST_CASE("f64 weights with a bound: sums have the bits of one call, whatever the chunks") {
        Random random(6);
        const std::size_t count = 20'000;
        const auto samples = random_bytes(count);
        std::vector<double> weights(count);
        for (auto& weight : weights)
            weight = std::ldexp(random.real(-3, 3), static_cast<int>(random.below(40)));
        auto given = problem(CounterType::f64);
        given.weights.type = SampleType::f64;
        given.weights.squares = true;
        const HostData data{.samples = bytes_of(samples), .weights = bytes_of(weights)};
        const auto right = histogram(given, data, on_device, device());
        double maximum = 0;
        for (const auto weight : weights)
            maximum = std::max(maximum, std::abs(weight));
        given.weights.bound = WeightBound{.maximum = maximum, .elements = count};
        for (const auto& way : ways())
            for (const std::uint64_t chunk : {4000U, 50'000U}) {
                INFO(way.name, ", chunks of ", chunk);
                Stream stream(given, small_chunks(way.devices, chunk));
                stream.push(data);
                CHECK(stream.histogram() == right);
                CHECK(stream.partial() == partial_histogram(given, data));
            }
        given.weights.bound->maximum = maximum / 4;
        for (const auto& way : ways()) {
            INFO(way.name);
            Stream stream(given, small_chunks(way.devices));
            // More failures than slots, each of which must be returned.
            for (int i = 0; i < 60; ++i) {
                check_invalid({"weight", "bound"}, [&] {
                    stream.push(data);
                    static_cast<void>(stream.histogram());
                });
                stream.reset();
            }
            const std::vector<double> ones(count, 1);
            stream.push({.samples = bytes_of(samples), .weights = bytes_of(ones)});
            CHECK(std::ranges::equal(stream.histogram().sums, expected(samples)));
        }
    }

    TEST_CASE("data on devices are counted, and after a failure there are no counts until reset()") {
        const auto samples = random_bytes(5000);
        const auto buffer = test_device().make_buffer(samples);
        Stream stream(problem(), small_chunks(std::array{in_place()}));
        const Job job{.samples = buffer(), .shape = {.count = samples.size()}};
        for (int i = 0; i < 20; ++i)
            stream.push(test_device().queue()(), job);
        stream.push(bytes_of(samples));
        CHECK(stream.histogram() == times(expected(samples), 21));
        CHECK(stream.histogram() == times(expected(samples), 21));
        CHECK(stream.elements() == 21 * samples.size());
        check_invalid({"queue", "null"}, [&] { stream.push(nullptr, job); });

        for (int i = 0; i < 2; ++i)
            stream.push(test_device().queue()(), job);
        {
            const Pretence pretence({.waits = {.calls = 1}});
            check_error(Status::opencl_error, {"clWaitForEvents"}, [&] { return stream.histogram(); });
        }
        check_error(Status::opencl_error, {"clWaitForEvents"}, [&] { return stream.histogram(); });
        stream.reset();
        stream.push(test_device().queue()(), job);
        CHECK(stream.histogram() == expected(samples));
    }

    TEST_CASE("two threads get all counts at once: of jobs, and of chunks that are counted again") {
        const auto samples = random_bytes(1000);
        const auto buffer = test_device().make_buffer(samples);
        const Job job{.samples = buffer(), .shape = {.count = samples.size()}};
        for (int i = 0; i < 40; ++i) {
            Stream stream(problem(), small_chunks(std::array{staged(), staged()}));
            const Pretence pretence({.waits = {.calls = i % 2 == 0 ? 0 : 1}});
            if (i % 2 == 0)
                for (int j = 0; j < 4; ++j)
                    stream.push(test_device().queue()(), job);
            else
                stream.push(bytes_of(samples));
            std::array<Histogram, 2> got;
            {
                const std::jthread other([&] { got[0] = stream.histogram(); });
                got[1] = stream.histogram();
            }
            const auto right = times(expected(samples), i % 2 == 0 ? 4 : 1);
            CHECK(got[0] == right);
            CHECK(got[1] == right);
        }
    }

    TEST_CASE("histogram() during a push of another thread has as many counts as elements") {
        const auto samples = random_bytes(2'000'000);
        for (const auto& way : ways()) {
            CAPTURE(way.name);
            Stream stream({.axes = {identity_bins(256)}}, small_chunks(way.devices));
            std::atomic<bool> pushed = false;
            {
                const std::jthread pusher([&] {
                    stream.push(bytes_of(samples));
                    pushed = true;
                });
                do {
                    const auto part = stream.histogram();
                    CHECK(total(part) == part.elements);
                } while (!pushed);
            }
            CHECK(total(stream.histogram()) == samples.size());
        }
    }

    TEST_CASE("no command reads pinned data after a push that throws") {
        const auto samples = random_bytes(std::size_t{1} << 24U);
        StreamOptions how{.options = on_device, .devices = ways()[3].devices, .chunk_bytes = 1U << 18U};
        how.progress = [](const Progress&) { throw 39; };
        Stream stream(problem(), how);
        CHECK_THROWS_AS(stream.push(HostData{.samples = bytes_of(samples), .pinned = true}), int);
        const auto before = shared_bytes(stream);
        std::this_thread::sleep_for(std::chrono::milliseconds(100)); // chunks in flight would be counted
        CHECK(shared_bytes(stream) == before);
    }

    TEST_CASE("histogram() counts on several devices") {
        const auto samples = random_bytes(100'000);
        for (const auto& way : ways()) {
            CAPTURE(way.name);
            CHECK(histogram(problem(), {.samples = bytes_of(samples)}, on_device, way.devices) ==
                  expected(samples));
        }
        auto rows = problem();
        rows.layout.rows = true;
        CHECK(histogram(rows,
                        {.samples = bytes_of(samples), .shape = {.region = {.width = 100, .height = 1000}}},
                        on_device, ways()[3].devices) == expected(samples));
        check_invalid({"no devices"},
                      [&] { return histogram(problem(), {}, on_device, std::span<const Device>()); });
    }

    TEST_CASE("sub-devices are used like devices") {
        cl::Device whole(device().id, true);
        if (whole.getInfo<CL_DEVICE_PARTITION_MAX_SUB_DEVICES>() <
            2) { // as for Rusticl of Mesa 22.3, which crashes in clCreateSubDevices()
            MESSAGE("the device has no sub-devices");
            return;
        }
        const std::array<cl_device_partition_property, 3> equally{CL_DEVICE_PARTITION_EQUALLY, 1, 0};
        std::vector<cl::Device> parts;
        whole.createSubDevices(equally.data(), &parts);
        std::vector<Device> devices;
        for (const auto& part : parts) {
            auto& one = devices.emplace_back(device());
            one.id = part();
            one.profile = device_profile(part());
        }
        const auto samples = random_bytes(100'000);
        Stream stream(problem(), small_chunks(devices));
        stream.push(bytes_of(samples));
        CHECK(stream.histogram() == expected(samples));
    }

    TEST_CASE("a stream refuses problems and data that it cannot count in parts") {
        auto rows = problem();
        rows.layout.rows = true;
        check_error(Status::unsupported, {"rows", "chunks", "job"},
                    [&] { Stream(rows).push(HostData{.shape = {.region = {.width = 1, .height = 1}}}); });
        check_invalid({"a batch", "parts"},
                      [] { const Stream stream({.axes = {identity_bins(256)}, .batch = Batch::segments}); });
        auto weighted = problem(CounterType::f64);
        weighted.weights.type = SampleType::f32;
        check_invalid({"f32 weights", "bound"}, [&] { const Stream stream(weighted); });
        check_error(Status::unsupported, {"merge host"},
                    [&] { const Stream stream(problem(), {.options = {.knobs = {.merge = Merge::host}}}); });
        auto masked = problem();
        masked.layout.mask = true;
        Stream stream(masked, {.devices = std::array{in_place()}});
        check_invalid({"mask", "push"}, [&] { stream.push(10, [](auto) { return 0U; }); });
        check_invalid({"mask"}, [&] { stream.push(bytes_of(random_bytes(10))); });
        // Refused data are not counted.
        CHECK(stream.histogram() == std::vector<std::uint64_t>(problem_bins));
    }

    TEST_CASE("a stop token ends pushes and counts") {
        for (const auto& way : ways()) {
            CAPTURE(way.name);
            std::stop_source stop;
            auto how = small_chunks(way.devices);
            how.stop = stop.get_token();
            Stream stream(problem(), how);
            const auto samples = random_bytes(20'000);
            stream.push(bytes_of(samples));
            std::jthread later([&] {
                std::this_thread::sleep_for(std::chrono::milliseconds(20));
                stop.request_stop();
            });
            check_error(Status::cancelled, {"cancelled"}, [&] {
                for (;;)
                    stream.push(bytes_of(samples));
            });
            check_error(Status::cancelled, {"cancelled"}, [&] { return stream.histogram(); });
        }
    }

    TEST_CASE("a stop token ends all pushes that wait for memory") {
        for (const auto& one : {in_place(), staged()}) {
            CAPTURE(one.profile.type);
            std::stop_source stop;
            auto how = small_chunks(std::span(&one, 1));
            how.memory = 2 * how.chunk_bytes; // memory for two chunks
            how.stop = stop.get_token();
            Stream stream(problem(), how);
            std::atomic<int> filling = 0, cancelled = 0;
            std::atomic<bool> filled = false;
            std::vector<std::jthread> threads;
            for (int i = 0; i < 2; ++i)
                threads.emplace_back([&] {
                    stream.push(100, [&](auto) {
                        for (++filling; !filled;)
                            std::this_thread::yield();
                        return 0U;
                    });
                });
            while (filling < 2)
                std::this_thread::yield();
            for (int i = 0; i < 5; ++i)
                threads.emplace_back([&] {
                    try {
                        stream.push(100, [](auto) { return 0U; });
                    } catch (const Error& error) {
                        if (error.status() == Status::cancelled) ++cancelled;
                    }
                });
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            stop.request_stop();
            filled = true;
            threads.clear();
            CHECK(cancelled == 5);
        }
    }

    TEST_CASE("progress reports rising numbers of bytes, at last all of them") {
        std::vector<std::uint64_t> seen;
        const auto devices = ways()[2].devices;
        auto how = small_chunks(devices);
        how.progress = [&](const Progress& progress) { seen.push_back(progress.bytes); };
        Stream stream(problem(), how);
        const auto samples = random_bytes(100'000);
        stream.push(bytes_of(samples));
        static_cast<void>(stream.histogram());
        REQUIRE(!seen.empty());
        CHECK(std::ranges::is_sorted(seen));
        CHECK(seen.back() == samples.size());
    }

    TEST_CASE("an exception from progress is thrown again until the stream is reset") {
        const auto samples = random_bytes(100'000);
        for (const auto& way : ways())
            // `progress` throws at the first chunk, or only in histogram().
            for (const bool at_once : {true, false}) {
                CAPTURE(way.name);
                CAPTURE(at_once);
                std::atomic<bool> throws = at_once;
                auto how = small_chunks(way.devices);
                how.progress = [&](const Progress&) {
                    if (throws) throw 39;
                };
                const auto push_to = [&](Stream& stream) {
                    try {
                        stream.push(bytes_of(samples));
                    } catch (int thrown) {
                        CHECK(at_once);
                        CHECK(thrown == 39);
                    }
                };
                {
                    Stream destroyed(problem(), how); // while chunks are counted or have failed
                    push_to(destroyed);
                }
                Stream stream(problem(), how);
                push_to(stream);
                throws = true;
                CHECK_THROWS_AS(static_cast<void>(stream.histogram()), int);
                throws = false;
                CHECK_THROWS_AS(static_cast<void>(stream.partial()), int);
                CHECK_THROWS_AS(stream.push(bytes_of(samples)), int);
                stream.reset();
                stream.push(bytes_of(samples));
                CHECK(stream.histogram() == expected(samples));
            }
    }

    TEST_CASE("a device that fails in the middle: its chunks are counted elsewhere, once") {
        const auto samples = random_bytes(300'000);
        for (const int after : {0, 1, 5, 40})
            for (const auto& devices : {std::vector{staged(), in_place()}, std::vector{staged(), staged()}})
                for (const bool at_once : {false, true}) {
                    CAPTURE(after);
                    CAPTURE(at_once);
                    Stream stream(problem(), small_chunks(devices));
                    stream.push(bytes_of(samples).first(5000)); // so that plans and chunk memory exist
                    static_cast<void>(stream.histogram());
                    const FailingCalls failing{.after = after, .calls = 1};
                    const Pretence pretence({.reads = at_once ? failing : FailingCalls(),
                                             .waits = at_once ? FailingCalls() : failing});
                    stream.push(bytes_of(samples).subspan(5000));
                    CHECK(stream.histogram() == expected(samples));
                    const auto shares = stream.shares();
                    CHECK(std::ranges::count_if(shares, [](const auto& one) { return !one.error.empty(); }) ==
                          1);
                }
    }

    TEST_CASE("all devices fail: the error names their errors, and there are no counts") {
        const auto samples = random_bytes(100'000);
        Stream stream(problem(), small_chunks(std::array{staged(), staged()}));
        {
            const Pretence pretence({.reads = {.after = 3, .calls = 1'000'000}});
            check_error(Status::opencl_error, {"no device is left", "clEnqueueReadBuffer"}, [&] {
                stream.push(bytes_of(samples));
                static_cast<void>(stream.histogram());
            });
        }
        CHECK_THROWS_AS(static_cast<void>(stream.histogram()), Error);
        CHECK_THROWS_AS(stream.push(bytes_of(samples)), Error);
    }

} // TEST_SUITE
