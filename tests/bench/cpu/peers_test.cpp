// The benchmark's other histograms for CPUs (peers): they count correctly, or refuse with a message.

#include "bench/cpu/find.hpp"
#include "bench/cpu/peers.hpp"
#include "bench/cpu/threads.hpp"
#include "bench/data.hpp"
#include "bench/outcome.hpp"

#include <atomic>
#include <cmath>
#include <doctest/doctest.h>
#include <functional>
#include <limits>
#include <vector>

using namespace bench_cpu;
using bench::Layout;
using bench::State;
using histo_cl::SampleType;

namespace {

using MakePeer = std::function<Count(const Task&, ThreadPool&)>;

/// Checks that a peer counts a state's data correctly, twice.
void check_counts(const State& state, ThreadPool& pool, const MakePeer& make_peer) {
    CAPTURE(to_string(state));
    const auto data = data_set_of(state);
    std::vector<std::byte> samples(stored_bytes(state));
    fill(data, 0, samples, 2);
    bench::Expected expected(data, state.elements, state.layout, 2);
    const Task task{state, samples.data()};
    HostTrial trial(task.counters(), make_peer(task, pool), histo_cl::is_float(state.sample));
    for (int run = 0; run < 2; ++run) {
        const auto outcome =
            bench::check(trial.checked_run(), expected.counts(problem_of(state)), trial.rounds_edges());
        CAPTURE(outcome.message);
        CHECK(outcome.verdict == bench::Verdict::right);
    }
    CHECK(trial.wall_seconds() > 0);
}

Count best_tables(const Task& task, ThreadPool& pool) {
    return tables_peer(task, pool);
}

/// Samples that are in bins, next to them, and far from them.
std::vector<float> awkward_floats() {
    std::vector<float> floats;
    for (int i = 0; i < 512; ++i)
        floats.push_back(static_cast<float>(i) * 0.75F - 100);
    floats[1] = std::numeric_limits<float>::quiet_NaN();
    floats[3] = std::numeric_limits<float>::infinity();
    floats[5] = -std::numeric_limits<float>::infinity();
    floats[7] = -0.25F;
    floats[9] = -0.0F;
    floats[11] = 4e9F;
    floats[13] = 6e9F;
    floats[15] = 100;
    floats[17] = std::nextafter(100.0F, 0.0F);
    return floats;
}

/// Calls check(Find()) for each set of vector instructions that this CPU has.
template <class Check>
void for_each_find(const Check& check) {
#if defined(__x86_64__)
    for (const auto instructions : available_instructions()) {
        CAPTURE(name(instructions));
        if (instructions == Instructions::avx512) check(FindAvx512());
        if (instructions == Instructions::avx2) check(FindAvx2());
    }
#else
    static_cast<void>(check);
#endif
}

template <class Index>
void check_bins(const float* samples, const Scale& scale) {
    std::array<Index, 16> plain{};
    static_cast<void>(FindPlain::bins(samples, scale, 0, plain.data()));
    for_each_find([&]<class Find>(Find) {
        for (const auto first : {plain[0], plain[15]}) {
            std::array<Index, 16> bins{};
            CHECK(Find::bins(samples, scale, first, bins.data()) ==
                  FindPlain::bins(samples, scale, first, plain.data()));
            CHECK(bins == plain);
        }
    });
}

void check_pairs(const std::uint8_t* samples) {
    std::array<std::uint16_t, 32> plain{};
    static_cast<void>(FindPlain::pairs(samples, 0, plain.data()));
    CHECK(plain[7] == pair_index(std::max(samples[14], samples[15]), std::min(samples[14], samples[15])));
    for_each_find([&]<class Find>(Find) {
        for (const auto first : {plain[0], plain[31]}) {
            std::array<std::uint16_t, 32> pairs{};
            CHECK(Find::pairs(samples, first, pairs.data()) ==
                  FindPlain::pairs(samples, first, plain.data()));
            CHECK(pairs == plain);
        }
    });
}

} // namespace

TEST_CASE("a thread pool runs each part once in every call") {
    ThreadPool pool(3);
    CHECK(pool.threads() == 3);
    for (int call = 0; call < 100; ++call)
        for (unsigned parts = 0; parts <= 3; ++parts) {
            std::array<std::atomic<int>, 3> done{};
            pool.run(parts, [&](unsigned part) { ++done[part]; });
            for (unsigned part = 0; part < 3; ++part)
                CHECK(done[part] == (part < parts ? 1 : 0));
        }
}

TEST_CASE("parts cover a range from its beginning to its end") {
    for (const std::uint64_t count : {0U, 1U, 63U, 64U, 1000U, 12345U})
        for (const unsigned parts : {1U, 2U, 3U, 7U}) {
            CHECK(part_begin(count, parts, 0) == 0);
            CHECK(part_begin(count, parts, parts) == count);
            for (unsigned part = 0; part < parts; ++part)
                CHECK(part_begin(count, parts, part) <= part_begin(count, parts, part + 1));
        }
}

TEST_CASE("the loop counts samples of each type, in one channel and in several") {
    ThreadPool pool(2);
    for (const auto sample :
         {SampleType::i8, SampleType::u8, SampleType::i16, SampleType::u16, SampleType::i32, SampleType::u32,
          SampleType::i64, SampleType::f32, SampleType::f64})
        for (const auto layout : {Layout::single, Layout::multi})
            for (const std::uint64_t elements : {1U, 1000U, 200'000U})
                check_counts({.sample = sample, .elements = elements, .bins = 100, .layout = layout}, pool,
                             loop_peer);
    check_counts({.sample = SampleType::u16, .elements = 300'000, .bins = 65536}, pool, loop_peer);
}

TEST_CASE("tables count bytes of every kind of data, few and many") {
    ThreadPool pool(2);
    for (const auto entropy : bench::all_entropies)
        for (const std::uint64_t elements : {1U, 1000U, 200'001U})
            check_counts({.sample = SampleType::u8, .elements = elements, .bins = 256, .entropy = entropy},
                         pool, best_tables);
    check_counts({.sample = SampleType::u8, .elements = 1'000'003, .bins = 256}, pool, best_tables);
}

TEST_CASE("tables count floats into few and many bins") {
    ThreadPool pool(2);
    for (const auto entropy :
         {bench::Entropy{1}, bench::Entropy{0}, bench::walk, bench::Entropy{1, bench::Kind::zipf}})
        for (const std::uint32_t bins : {1U, 3U, 256U, 2048U, 5000U, 8192U, 65536U, 100'000U})
            for (const std::uint64_t elements : {1U, 1000U, 300'001U})
                check_counts(
                    {.sample = SampleType::f32, .elements = elements, .bins = bins, .entropy = entropy}, pool,
                    best_tables);
}

TEST_CASE("peers refuse with a message what they do not count") {
    ThreadPool pool(1);
    const auto refused = [&](const State& state, const MakePeer& make_peer) {
        try {
            (void)make_peer({state, nullptr}, pool);
        } catch (const histo_cl::Error& error) {
            CHECK(error.status() == histo_cl::Status::unsupported);
            return std::string(error.what());
        }
        return std::string();
    };
    CHECK(refused({.sample = SampleType::u8, .bins = 256, .binning = bench::Binning::range}, loop_peer) ==
          "not supported by this peer: bins given by edges");
    CHECK(refused({.sample = SampleType::u8, .bins = 256, .layout = Layout::mask}, loop_peer) ==
          "not supported by this peer: the layout mask");
    CHECK(refused({.sample = SampleType::i32, .bins = 256}, best_tables) ==
          "not supported by this peer: samples of i32 into 256 bins");
}

TEST_CASE("vector instructions find the bins that plain C++ finds") {
    const auto floats = awkward_floats();
    const std::vector<float> same(16, 42);
    for (const Scale scale : {Scale{0, 1, 100}, Scale{-50, 0.5F, 100}, Scale{0, 300, 30000}})
        for (std::size_t at = 0; at < floats.size(); at += 16) {
            check_bins<std::uint16_t>(&floats[at], scale);
            check_bins<std::uint32_t>(&floats[at], scale);
            check_bins<std::uint16_t>(same.data(), scale);
        }
    std::vector<std::uint16_t> bins(16);
    CHECK_FALSE(FindPlain::bins(same.data(), {0, 1, 100}, 42, bins.data()));
    CHECK(FindPlain::bins(same.data(), {0, 1, 100}, 41, bins.data()));
    CHECK(FindPlain::bins(floats.data(), {0, 1, 100}, bins[0], bins.data()));
}

TEST_CASE("each unordered pair of bytes has its own index, and vector instructions find it") {
    std::vector<bool> seen(pair_count);
    for (std::size_t greater = 0; greater < 256; ++greater)
        for (std::size_t less = 0; less <= greater; ++less) {
            CHECK_FALSE(seen.at(pair_index(greater, less)));
            seen[pair_index(greater, less)] = true;
        }
    std::vector<std::byte> bytes(6400);
    for (const auto entropy : {bench::Entropy{1}, bench::Entropy{0}}) {
        bench::fill({SampleType::u8, 256, entropy}, 0, bytes, 1);
        for (std::size_t at = 0; at < bytes.size(); at += 64)
            check_pairs(reinterpret_cast<const std::uint8_t*>(&bytes[at]));
    }
}

TEST_CASE("tables count correctly with each set of instructions that this CPU has") {
    ThreadPool pool(2);
    for (const auto instructions : available_instructions()) {
        CAPTURE(name(instructions));
        const auto tables = [&](const Task& task, ThreadPool& threads) {
            return tables_peer(task, threads, instructions);
        };
        for (const auto entropy : {bench::Entropy{1}, bench::Entropy{0}, bench::walk}) {
            const State bytes{.sample = SampleType::u8, .elements = 700'003, .bins = 256, .entropy = entropy};
            check_counts(bytes, pool, tables);
            for (const std::uint32_t bins : {100U, 5000U, 65536U})
                check_counts(
                    {.sample = SampleType::f32, .elements = 300'003, .bins = bins, .entropy = entropy}, pool,
                    tables);
        }
    }
}
