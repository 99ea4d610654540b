// The tuner's parts that need no device: the problems that are tuned, their data, the search, and the table
// file.

#include "common/errors.hpp"
#include "support/folder.hpp"
#include "support/text.hpp"
#include "tune/command.hpp"
#include "tune/report.hpp"
#include "tune/subject.hpp"
#include "tune/tuner.hpp"

#include <histo_cl/statistics.hpp>

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

using namespace tune;
using common::UsageError;
using histo_cl::Decision;
using histo_cl::Knobs;
using histo_cl::SampleType;
using histo_cl::Variant;
using histo_cl::test::check_has;
using histo_cl::test::content;
using histo_cl::test::Folder;
namespace fs = std::filesystem;

namespace {

/// The number of doublings between two numbers.
double steps(std::uint32_t a, std::uint32_t b) {
    return std::fabs(std::log2(static_cast<double>(a)) - std::log2(static_cast<double>(b)));
}

/// A device that is fastest with local_atomic, 64 work-items, 8 replicas and loads of 4 bytes, and that
/// supports neither banked_uchar4 nor work-groups of more than 256 work-items.
struct FakeDevice {
    std::size_t tried = 0;

    static Decision decide(const Knobs& knobs) {
        Decision decision;
        decision.variant = knobs.variant.value_or(Variant::global_atomic);
        decision.work_group_size = knobs.work_group_size.value_or(256);
        decision.work_groups = knobs.work_groups.value_or(32);
        decision.replicas = knobs.replicas.value_or(1);
        decision.coarsening = knobs.coarsening.value_or(16);
        decision.load_bytes = knobs.load_bytes.value_or(16);
        decision.loads_in_flight = knobs.loads_in_flight.value_or(1);
        decision.partition = knobs.partition.value_or(histo_cl::Partition::interleaved);
        decision.merge = knobs.merge.value_or(histo_cl::Merge::atomic);
        decision.count_values = knobs.count_values.value_or(false);
        return decision;
    }

    static double seconds(const Decision& decision) {
        return 1 + (decision.variant == Variant::local_atomic ? 0 : 1) +
               0.1 * steps(decision.work_group_size, 64) + 0.1 * steps(decision.replicas, 8) +
               (decision.load_bytes == 4 ? 0 : 0.1);
    }

    std::optional<Trial> operator()(const Knobs& knobs) {
        ++tried;
        const auto decision = decide(knobs);
        if (decision.variant == Variant::banked_uchar4 || decision.work_group_size > 256) return std::nullopt;
        return Trial{knobs, decision, {seconds(decision), seconds(decision)}};
    }
};

bool always() {
    return true;
}

Finding finding(std::uint32_t counters, double speedup) {
    return {{.key = {.counters = counters}, .knobs = {.replicas = 2}, .speedup = speedup}, speedup > 1};
}

const histo_cl::DeviceProfile device{.name = "Device", .platform = "Platform", .version = "", .driver = "1"};

} // namespace

TEST_CASE("search: finds the fastest knobs, and returns only those that matter") {
    FakeDevice fake;
    const auto base = *fake({});
    const auto best = search(base, std::ref(fake), always);
    CHECK(best.decision.variant == Variant::local_atomic);
    CHECK(best.knobs ==
          Knobs{.variant = Variant::local_atomic, .work_group_size = 64, .replicas = 8, .load_bytes = 4});
    CHECK(relative_time(best, base) == doctest::Approx(1 / FakeDevice::seconds(base.decision)));
    CHECK(fake.tried < 100);
}

TEST_CASE("search: returns no knobs if nothing is faster") {
    const Trial base{.knobs = {}, .decision = FakeDevice::decide({}), .seconds = {1, 1}};
    const auto same = [](const Knobs& knobs) {
        return std::optional(Trial{knobs, FakeDevice::decide(knobs), {1, 1}});
    };
    CHECK(search(base, same, always).knobs == Knobs{});
    const auto nothing = [](const Knobs&) { return std::optional<Trial>(); };
    CHECK(search(base, nothing, always).knobs == Knobs{});
}

TEST_CASE("search: ends when no time is left, and returns the best so far") {
    FakeDevice fake;
    const auto base = *fake({});
    const auto best = search(base, std::ref(fake), [&] { return fake.tried < 12; });
    CHECK(fake.tried == 12);
    CHECK(best.decision.variant == Variant::local_atomic);
    CHECK(search(base, std::ref(fake), [] { return false; }).knobs == Knobs{});
    CHECK(fake.tried == 12);
}

TEST_CASE("relative time: is the geometric mean, or infinite if one spread of data gets too slow") {
    const auto of = [](double uniform, double skewed) {
        return relative_time(Trial{{}, {}, {uniform, skewed}}, Trial{{}, {}, {2, 8}});
    };
    CHECK(of(2, 8) == doctest::Approx(1));
    CHECK(of(1, 8) == doctest::Approx(std::sqrt(0.5)));
    CHECK(of(1, 2) == doctest::Approx(std::sqrt(0.125)));
    CHECK(of(2.05, 4) == doctest::Approx(std::sqrt(1.025 * 0.5)));
    CHECK(of(2.2, 1) == std::numeric_limits<double>::infinity());
    CHECK(of(std::nan(""), 1) == std::numeric_limits<double>::infinity());
}

TEST_CASE("a speedup must be confirmed in every round, and is the median") {
    const auto of = [](std::vector<double> times) {
        auto next = times.begin();
        return confirmed_speedup([&] { return *next++; });
    };
    CHECK(of({0.5, 0.4, 0.25, 0.6, 0.1}) == doctest::Approx(2.5));
    CHECK(of({0.5, 0.5, 1, 0.5, 0.5}) == 0);
    CHECK(of({0.5, 0.5, 0.5, 0.5, std::numeric_limits<double>::infinity()}) == 0);
}

TEST_CASE("subjects become valid problems, and have a text") {
    for (const auto& subject : usual_subjects())
        CHECK(problem_of(subject, 1000).max_samples == 1000);
    Command command;
    command.samples = {"f32", "u8"};
    for (const auto& subjects : {usual_subjects(), subjects_of(command)})
        for (const auto counter : usual_counters)
            CHECK(2 * std::ranges::count(subjects, counter, &Subject::counter) == std::ssize(subjects));
    command.counter = "u16";
    CHECK(subjects_of(command).size() == 2);
    for (const auto sample : histo_cl::all_sample_types)
        for (const auto layout : layout_names)
            for (const auto binning : binning_names) {
                const Subject subject{.sample = sample, .bins = 100, .layout = layout, .binning = binning};
                INFO(to_string(subject));
                const auto key = tuning_key(problem_of(subject, 7));
                CHECK(key.sample == sample);
                CHECK(name(key.binning.value()) == binning);
                CHECK(key.axes == (layout == "single" ? 1 : 3));
                CHECK(key.channels == (layout == "single" ? 1 : layout == "multi" ? 4 : 3));
                CHECK((key.order == histo_cl::Order::planar) == (layout == "planar"));
                CHECK(key.counters == 100 * key.axes);
            }
    CHECK(to_string(Subject{}) == "u8, 256 bins");
    CHECK(to_string(Subject{.sample = SampleType::f64,
                            .bins = 1,
                            .layout = layout_names[2],
                            .binning = binning_names[1],
                            .counter = histo_cl::CounterType::u64}) == "f64, 1 bin, edges, planar, u64");
}

TEST_CASE("the number of elements keeps the device busy, and fits its memory") {
    const auto problem = problem_of({.sample = SampleType::f32, .layout = layout_names[1]}, 1);
    auto profile = device;
    profile.type = histo_cl::DeviceType::gpu;
    profile.max_allocation_bytes = profile.global_memory_bytes = std::uint64_t{1} << 40U;
    CHECK(suitable_elements(problem, profile) == (256U << 20U) / 16);
    profile.type = histo_cl::DeviceType::cpu;
    CHECK(suitable_elements(problem, profile) == 1U << 22U);
    CHECK(suitable_elements(problem_of({.sample = SampleType::u8}, 1), profile) == 16U << 20U);
    // Its entry is used by a problem that does not say its number of elements.
    const auto key = [](std::uint64_t elements) {
        return tuning_key(problem_of({.sample = SampleType::f64}, elements));
    };
    const histo_cl::TuningEntry entry{
        .key = key(suitable_elements(problem_of({.sample = SampleType::f64}, 1), profile))};
    CHECK(find({&entry, 1}, key(0)) == &entry);
    profile.max_allocation_bytes = 1600;
    CHECK(suitable_elements(problem, profile) == 100);
    profile.global_memory_bytes = 8;
    CHECK(suitable_elements(problem, profile) == 1);
}

TEST_CASE("data: are the same for the same seed, in the bins, and uniform or skewed") {
    for (const auto sample : histo_cl::all_sample_types)
        for (const auto binning : binning_names) {
            const Subject subject{.sample = sample, .bins = 16, .binning = binning};
            const auto problem = problem_of(subject, 4096);
            INFO(to_string(subject));
            const auto counts_of = [&](Spread spread) {
                const auto samples = random_samples(problem, spread, 4096, 1);
                CHECK(samples == random_samples(problem, spread, 4096, 1));
                CHECK(samples != random_samples(problem, spread, 4096, 2));
                return reference_histogram(problem, samples);
            };
            const auto uniform = counts_of(Spread::uniform);
            CHECK(histo_cl::total(uniform) >= 4000); // rounding may put a few samples on the last edge
            // Bins that contain only a few integers have uneven shares.
            CHECK(std::ranges::max(uniform) < 4096 / 4);
            const auto skewed = counts_of(Spread::skewed);
            CHECK(std::ranges::max(skewed) > 4096 / 2);
        }
}

TEST_CASE("table: findings replace the device's entries of the same keys, and nothing else") {
    auto other = device;
    other.driver = "2";
    histo_cl::TuningTable table;
    put(table, device, finding(256, 0.9));
    CHECK(table.devices.empty());
    put(table, device, finding(256, 1.5));
    put(table, device, finding(1000, 1.5));
    put(table, other, finding(256, 2));
    REQUIRE(table.devices.size() == 2);
    table.devices[0].unknown = {"sample=u8 counters=256 : variant=tiled"}; // an entry of a later version
    put(table, device, finding(256, 3));
    REQUIRE(table.devices[0].entries.size() == 2);
    CHECK(find(table.devices[0].entries, {.counters = 256})->speedup == 3);
    CHECK(find(table.devices[1].entries, {.counters = 256})->speedup == 2);
    put(table, device, finding(256, 0.9));
    CHECK(table.devices[0].entries.size() == 1);
    CHECK(table.devices[0].unknown.size() == 1);
    CHECK(table.devices[1].entries.size() == 1);
}

TEST_CASE("table: writes and reads files in new folders, and leaves a file that is no table") {
    const Folder folder;
    const auto file = folder.path() / "new" / "folder" / "tuning.txt";
    CHECK(read_if_there(file) == histo_cl::TuningTable{});
    histo_cl::TuningTable table;
    put(table, device, finding(256, 1.5));
    write_table(file, table);
    CHECK(read_if_there(file) == table);
    put(table, device, finding(7, 1.5));
    write_table(file, table);
    CHECK(content(file) == to_text(table));
    CHECK(std::distance(fs::directory_iterator(file.parent_path()), fs::directory_iterator()) == 1);

    std::ofstream(file) << "no table";
    CHECK_THROWS_AS(static_cast<void>(read_if_there(file)), UsageError);
    CHECK_THROWS_AS(write_table(file / "under" / "a" / "file", table), UsageError);
    CHECK_THROWS_AS(write_table(folder.path() / "new", table), UsageError); // this is a folder
    CHECK(content(file) == "no table");
    CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 1);
}

TEST_CASE("bar: is as full as the work is complete") {
    CHECK(bar(0, "x") == "[--------------------]   0 %  x");
    CHECK(bar(0.25, "x") == "[#####---------------]  25 %  x");
    CHECK(bar(1, "x") == "[####################] 100 %  x");
    CHECK(bar(7, "") == "[####################] 100 %  ");
}

TEST_CASE("report: says what was faster, what stays, and what could not be tuned") {
    const Trial base{.knobs = {},
                     .decision = FakeDevice::decide({.variant = Variant::item_private}),
                     .seconds = {0.01, 0.002}};
    const Trial best{.knobs = {.replicas = 2}, .decision = {}, .seconds = {123e-6, 1.5e-6}};
    const auto text = report({{"a", Outcome{finding(256, 1.5), base, best}, ""},
                              {"b", Outcome{finding(256, 0), base, best}, ""},
                              {"c", std::nullopt, "no doubles"}},
                             1000);
    check_has(text, {"10.0 ms / 2.00 ms", "123 us / 1.50 us", "1.50x", "replicas 2", "item_private stays",
                     "no doubles"});
    const auto narrow = report({{"a", Outcome{finding(256, 1.5), base, best}, ""}}, 40);
    check_has(narrow, {"problem  tuned", "1.50x", "replicas 2"});
    CHECK(narrow.find("uniform") == std::string::npos);
}
