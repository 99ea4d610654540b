// Which entry of a tuning table is used for a problem, and which knobs it sets.

#include "choose/choose.hpp"
#include "support/error.hpp"
#include "support/problems.hpp"
#include "support/text.hpp"

#include <doctest/doctest.h>
#include <string>
#include <vector>

using namespace histo_cl;
using test::check_error;
using test::check_has;
using test::of_bytes;

namespace {

TuningKey key_of(std::uint32_t counters, std::uint64_t elements = 0) {
    return {.counters = counters, .elements = elements};
}

/// Entries for these keys. The knob `replicas` of entry i is i + 1.
std::vector<TuningEntry> entries_for(const std::vector<TuningKey>& keys) {
    std::vector<TuningEntry> entries;
    for (const auto& key : keys)
        entries.push_back(
            {.key = key, .knobs = {.replicas = static_cast<std::uint32_t>(entries.size() + 1)}});
    return entries;
}

/// The number, from 1, of the entry that is found for a key, or 0.
std::uint32_t found(const std::vector<TuningKey>& keys, const TuningKey& key) {
    const auto entries = entries_for(keys);
    const auto* const entry = find(entries, key);
    return entry == nullptr ? 0 : *entry->knobs.replicas;
}

constexpr std::uint64_t pow2(unsigned exponent) {
    return std::uint64_t{1} << exponent;
}

const DeviceProfile device{
    .name = "Device", .platform = "Platform", .version = "", .driver = "1.0", .vendor = Vendor::amd};

TuningTable table_for(const DeviceProfile& profile, std::vector<TuningEntry> entries) {
    return {{{profile.platform, profile.name, profile.driver, std::move(entries)}}};
}

const TuningEntry usual{.knobs = {.variant = Variant::local_atomic,
                                  .work_group_size = 128,
                                  .replicas = 4,
                                  .merge = Merge::device},
                        .speedup = 1.5};

detail::Tuned tuned(const Options& options, const TuningEntry& entry = usual,
                    const Problem& problem = of_bytes) {
    return detail::tuned_by(table_for(device, {entry}), "table T", device, problem, options);
}

} // namespace

TEST_CASE("tuning key: everything that decides the speed of a problem, and nothing else") {
    CHECK(tuning_key(of_bytes) == TuningKey{});
    Problem problem{.sample = SampleType::f32,
                    .axes = {even_bins(10, 0, 1), even_bins(20, 0, 1)},
                    .joint = true,
                    .layout = {.channels = 3, .order = Order::planar, .rows = true, .mask = true},
                    .batch = Batch::tiles,
                    .weights = {.type = SampleType::u32, .squares = true},
                    .counter = CounterType::u64,
                    .max_samples = 1000};
    CHECK(tuning_key(problem) == TuningKey{.sample = SampleType::f32,
                                           .counter = CounterType::u64,
                                           .axes = 2,
                                           .joint = true,
                                           .channels = 3,
                                           .order = Order::planar,
                                           .rows = true,
                                           .mask = true,
                                           .batch = Batch::tiles,
                                           .weights = SampleType::u32,
                                           .squared_weights = true,
                                           .counters = 400,
                                           .elements = 1000});
    // The range of the bins and the last edge do not matter.
    CHECK(tuning_key({.axes = {even_bins(256, 3, 99)}, .last_edge = LastEdge::inclusive}) == TuningKey{});
    CHECK(tuning_key({.axes = {identity_bins(256)}, .layout = {.order = Order::planar}}) == TuningKey{});
    CHECK_FALSE(tuning_key({.axes = {identity_bins(256)}, .layout = {.stride = 8}}).packed);
}

TEST_CASE("tuning key: problems whose speed depends on more than the key's members have none") {
    const auto refused = [](const Problem& problem, const std::string& what) {
        problem.validate();
        CHECK(detail::why_untuned(problem) == "tuning tables have no entries for " + what);
        check_error(Status::unsupported, {what}, [&] { return tuning_key(problem); });
        const auto result = detail::tuned(device, problem, {.tuning_file = "no such file"});
        CHECK_FALSE(result.taken);
        CHECK(result.note == detail::why_untuned(problem));
    };
    auto floats = of_bytes;
    floats.weights.type = SampleType::f32;
    floats.counter = CounterType::f64;
    CHECK(detail::why_untuned(floats).empty());
    const auto weights = [&](Weights weights) {
        auto problem = floats;
        weights.type = SampleType::f32;
        problem.weights = weights;
        return problem;
    };
    refused(weights({.counts = true}), "counts beside sums of weights");
    refused(weights({.vectors = 2}), "several weights per element");
    refused(weights({.narrow = true}), "narrow weights");
    const auto layout = [&](const Layout& layout) {
        auto problem = of_bytes;
        problem.layout = layout;
        return problem;
    };
    refused(layout({.nibbles = Nibbles::low_first}), "nibbles");
    refused(layout({.indices = SampleType::u32}), "indices");
    refused(layout({.channels = 4, .order = Order::planar, .plane_channels = 4}),
            "planes of several channels");
    refused(layout({.order = Order::separate}), "separate arrays");
    refused(layout({.rows = true, .image = ImageLayout{}}), "images");
    refused({.sample = SampleType::f32,
             .axes = {even_bins(4, 0, 1)},
             .splitting = Splitting::linear,
             .counter = CounterType::f64},
            "elements that are split");
}

TEST_CASE("tuning key: the kind of all binnings, or none if they differ") {
    const auto class_of = [](std::vector<Binning> axes) {
        return tuning_key({.sample = SampleType::f32, .axes = std::move(axes)}).binning;
    };
    CHECK(class_of({even_bins(4, 0, 1)}) == BinningKind::even);
    CHECK(class_of({edge_bins({0, 1, 3})}) == BinningKind::edges);
    CHECK(class_of({log_bins(4, 1, 10)}) == BinningKind::log);
    CHECK(class_of({circular_bins(4, 0, 1)}) == BinningKind::circular);
    CHECK(class_of({custom_bins(4, "x")}) == BinningKind::custom);
    CHECK(class_of({even_bins(4, 0, 1), even_bins(5, 0, 1)}) == BinningKind::even);
    CHECK(class_of({even_bins(4, 0, 1), edge_bins({0, 1})}) == std::nullopt);
}

TEST_CASE("tuning: an entry must have the problem's types, axes, layout and batch") {
    const TuningKey key;
    CHECK(found({key}, key) == 1);
    const std::vector<TuningKey> others{
        {.sample = SampleType::i8},
        {.binning = BinningKind::edges},
        {.counter = CounterType::u64},
        {.axes = 2},
        {.joint = true},
        {.channels = 3},
        {.order = Order::planar},
        {.packed = false},
        {.rows = true},
        {.mask = true},
        {.batch = Batch::ragged},
        {.weights = SampleType::u32},
        {.squared_weights = true},
    };
    for (const auto& other : others) {
        INFO("other: ", to_string(other));
        CHECK(found({other}, key) == 0);
        CHECK(found({key}, other) == 0);
        CHECK(found({key, other}, other) == 2);
    }
}

TEST_CASE("tuning: counters must be between the same powers of two, and the nearest entry is taken") {
    CHECK(found({key_of(256)}, key_of(129)) == 1);
    CHECK(found({key_of(129)}, key_of(256)) == 1);
    CHECK(found({key_of(256)}, key_of(128)) == 0);
    CHECK(found({key_of(256)}, key_of(257)) == 0);
    CHECK(found({key_of(1)}, key_of(1)) == 1);
    CHECK(found({key_of(1)}, key_of(2)) == 0);
    CHECK(found({key_of(1U << 24U)}, key_of(1U << 24U)) == 1);
    CHECK(found({key_of(0)}, key_of(1)) == 0);

    CHECK(found({key_of(140), key_of(200), key_of(250)}, key_of(210)) == 2);
    CHECK(found({key_of(140), key_of(200), key_of(250)}, key_of(240)) == 3);
    // If two entries are equally near, the one with more counters is used, because its knobs were measured
    // with at least as many counters.
    CHECK(found({key_of(190), key_of(210)}, key_of(200)) == 2);
    CHECK(found({key_of(210), key_of(190)}, key_of(200)) == 1);
}

TEST_CASE("tuning: elements may differ by a factor of 16, unknown and larger numbers count as 2^26") {
    CHECK(found({key_of(256, pow2(16))}, key_of(256, pow2(20))) == 1);
    CHECK(found({key_of(256, pow2(20))}, key_of(256, pow2(16))) == 1);
    CHECK(found({key_of(256, pow2(16))}, key_of(256, pow2(20) + 16)) == 0);
    CHECK(found({key_of(256, pow2(28))}, key_of(256, 0)) == 1);
    CHECK(found({key_of(256, 0)}, key_of(256, pow2(40))) == 1);
    CHECK(found({key_of(256, pow2(16))}, key_of(256, 0)) == 0);
    CHECK(found({key_of(256, pow2(22))}, key_of(256, 0)) == 1);
    CHECK(found({key_of(256, 1)}, key_of(256, 1)) == 1);

    const std::vector<TuningKey> sizes{key_of(256, pow2(16)), key_of(256, pow2(20)), key_of(256, pow2(24))};
    CHECK(found(sizes, key_of(256, pow2(17))) == 1);
    CHECK(found(sizes, key_of(256, pow2(19))) == 2);
    CHECK(found(sizes, key_of(256, 0)) == 3);
    // The distance in counters has more weight than the distance in elements. If entries are equally near,
    // the first is used.
    CHECK(found({key_of(200, pow2(20)), key_of(256, pow2(16))}, key_of(256, pow2(20))) == 2);
    CHECK(found({key_of(256), key_of(256)}, key_of(256)) == 1);
}

TEST_CASE("tuning: platform, device and driver must be the same") {
    const auto table = table_for(device, {usual});
    REQUIRE(find(table, device) == &table.devices[0]);
    for (const auto member : {&DeviceProfile::platform, &DeviceProfile::name, &DeviceProfile::driver}) {
        auto other = device;
        other.*member += "1";
        CHECK(find(table, other) == nullptr);
        const auto result = detail::tuned_by(table, "table T", other, {}, {});
        CHECK_FALSE(result.taken);
        check_has(result.note, {"table T has nothing for " + other.name + " with driver " + other.driver});
    }
}

TEST_CASE("tuning: the caller's knobs override a table's") {
    const auto all = tuned({});
    CHECK(all.taken);
    CHECK(all.options.knobs.variant == Variant::local_atomic);
    CHECK(all.options.knobs.work_group_size == 128);
    CHECK(all.options.knobs.replicas == 4);
    CHECK(all.options.knobs.merge == Merge::device);
    CHECK_FALSE(all.options.knobs.coarsening);
    CHECK_FALSE(all.options.knobs.partition);
    check_has(all.note, {"table T: variant local_atomic, work_group_size 128, replicas 4, merge device, "
                         "measured for u8 samples, 256 counters as 1.5 times as fast"});

    const auto some =
        tuned({.knobs = {.variant = Variant::local_atomic, .replicas = 2, .partition = Partition::contiguous},
               .program_cache = {.directory = "/cache"}});
    CHECK(some.taken);
    CHECK(some.options.knobs.replicas == 2);
    CHECK(some.options.knobs.work_group_size == 128);
    CHECK(some.options.knobs.partition == Partition::contiguous);
    CHECK(some.options.program_cache.directory == "/cache");

    const auto other = tuned({.knobs = {.variant = Variant::global_atomic}});
    CHECK_FALSE(other.taken);
    CHECK_FALSE(other.options.knobs.work_group_size);
    check_has(other.note, {"has an entry for local_atomic, but global_atomic is forced"});

    const auto none = tuned({}, usual, {.sample = SampleType::i8, .axes = {even_bins(256, -128, 128)}});
    CHECK_FALSE(none.taken);
    check_has(none.note, {"table T has no entry for this problem"});
}

TEST_CASE("tuning: the note says how many entries of later versions were skipped") {
    auto table = table_for(device, {});
    const auto note = [&] { return detail::tuned_by(table, "table T", device, of_bytes, {}).note; };
    CHECK(note() == "table T has no entry for this problem");
    table.devices[0].unknown = {"sample=f8 counters=2 :"};
    CHECK(note() == "table T has no entry for this problem (skipped 1 entry of a later version)");
    table.devices[0].unknown.emplace_back("sample=f8 counters=3 :");
    CHECK(note() == "table T has no entry for this problem (skipped 2 entries of a later version)");
}

TEST_CASE("tuning: every knob of a table reaches the options") {
    const Knobs knobs{.variant = Variant::item_private,
                      .work_group_size = 2,
                      .work_groups = 3,
                      .replicas = 4,
                      .coarsening = 5,
                      .load_bytes = 4,
                      .loads_in_flight = 8,
                      .partition = Partition::contiguous,
                      .merge = Merge::host,
                      .count_values = false};
    CHECK(tuned({}, {.knobs = knobs}).options.knobs == knobs);
    CHECK(detail::set_knobs(knobs, {}).size() == 10);
    CHECK(to_string(knobs) ==
          "variant item_private, work_group_size 2, work_groups 3, replicas 4, coarsening 5, load_bytes 4, "
          "loads_in_flight 8, partition contiguous, merge host, count_values false");
    CHECK(to_string(Knobs{}) == "no knobs");
}

TEST_CASE("tuning: a table whose knobs cannot be used is given up") {
    const Options callers{.knobs = {.replicas = 2}};
    auto result = tuned(callers);
    detail::drop_table(result, "too little local memory");
    CHECK_FALSE(result.taken);
    CHECK(result.options == callers);
    check_has(result.note, {"as 1.5 times as fast; not taken: too little local memory"});
}

TEST_CASE("tuning: a decision says where each knob comes from") {
    Decision decision;
    detail::note_tuning(decision, tuned({.knobs = {.replicas = 2, .partition = Partition::contiguous}}));
    CHECK(decision.set_knobs == std::vector<SetKnob>{{"variant", KnobOrigin::tuning},
                                                     {"work_group_size", KnobOrigin::tuning},
                                                     {"replicas", KnobOrigin::caller},
                                                     {"partition", KnobOrigin::caller},
                                                     {"merge", KnobOrigin::tuning}});
    CHECK(origin(decision, "replicas") == KnobOrigin::caller);
    CHECK(origin(decision, "merge") == KnobOrigin::tuning);
    CHECK(origin(decision, "coarsening") == KnobOrigin::chosen);
    check_has(to_string(decision), {"\n  knobs:     variant (tuning), work_group_size (tuning), "
                                    "replicas (caller), partition (caller), merge (tuning)\n"});
}

TEST_CASE("tuning: without a tuning_file no table is read") {
    const auto result = detail::tuned(device, {}, {.knobs = {.replicas = 2}});
    CHECK_FALSE(result.taken);
    CHECK(result.note.empty());
    CHECK(result.options == Options{.knobs = {.replicas = 2}});
}
