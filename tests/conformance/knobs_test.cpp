#include "proof.hpp"
#include "support/decision_fault.hpp"
#include "support/text.hpp"

#include <bit>
#include <doctest/doctest.h>
#include <tuple>

// Knobs with small, usual and large values: a knob may change the speed, never a count.

namespace histo_cl::test {
namespace {

/// Counts with these options, or checks that they are refused with a message. Returns whether they were
/// accepted.
bool check_options(Expectations& expected, const Options& options) {
    std::string why;
    const auto plan = try_plan(expected.problem(), options, why);
    if (!plan) {
        check_has(why, {name(*options.knobs.variant)});
        return false;
    }
    CAPTURE(to_string(plan->decision()));
    CHECK(lost_knob(options, plan->decision()) == "");
    CHECK(differences(*plan, expected) == "");
    return true;
}

Expectations& byte_problem() {
    static Expectations expected({.sample = SampleType::u8, .axes = {even_bins(100, 10, 240)}});
    return expected;
}

/// Alternates between true and false, from one variant to the next. With the small size, this decides which
/// of two values a variant is tried with.
bool turn(Variant variant) {
    return static_cast<int>(variant) % 2 == 0;
}

/// `count` samples: `length` samples of each value in turn, again and again.
std::vector<std::uint8_t> in_turn(std::size_t count, std::size_t length,
                                  std::initializer_list<std::uint8_t> values) {
    std::vector<std::uint8_t> samples(count);
    for (std::size_t i = 0; i < samples.size(); ++i)
        samples[i] = std::data(values)[i / length % values.size()];
    return samples;
}

} // namespace

TEST_SUITE("knobs") {
    TEST_CASE("work-group sizes") {
        for (const auto variant : all_variants)
            for (const auto size : {1U, 7U, 32U, 64U, 128U, 1000U}) {
                if (small_size() && size != (turn(variant) ? 1000U : 7U)) continue;
                check_options(byte_problem(), {.knobs = {.variant = variant, .work_group_size = size}});
            }
    }

    TEST_CASE("replicas") {
        for (const auto variant : {Variant::local_atomic, Variant::local_aggregated, Variant::item_private})
            for (const auto replicas : {1U, 3U, 16U, 32U}) {
                check_options(byte_problem(), {.knobs = {.variant = variant, .replicas = replicas}});
            }
    }

    TEST_CASE("work-groups, coarsening and samples a launch") {
        for (const auto variant : all_variants)
            for (const auto merge : all_merges) {
                if (small_size() &&
                    merge != (merges_by_atomics_only(variant) ? Merge::atomic : Merge::device))
                    continue;
                const Options one{.knobs = {.variant = variant, .work_groups = 1, .merge = merge}};
                const Options many{
                    .knobs = {.variant = variant, .work_groups = 37, .coarsening = 1, .merge = merge}};
                const Options several_launches{
                    .knobs = {.variant = variant, .coarsening = 4096, .merge = merge},
                    .samples_per_launch = 1000};
                int place = static_cast<int>(variant);
                for (const auto& options : {one, many, several_launches})
                    if (!small_size() || place++ % 3 == 0) check_options(byte_problem(), options);
            }
    }

    TEST_CASE("a byte counter never wraps") {
        const std::vector<std::uint8_t> constant(small_size() ? 50'000 : 3'000'000, 77);
        for (const auto load : {1U, 16U})
            for (const auto bins : {1U, 2U, 100U, 256U}) {
                if (small_size() && bins != (load == 1 ? 2U : 100U)) continue;
                CAPTURE(load);
                CAPTURE(bins);
                CHECK(counts_right(
                    {.axes = {even_bins(bins, 0, 256)}}, constant,
                    {.knobs = {.variant = Variant::banked_uchar4, .work_groups = 1, .load_bytes = load}}));
            }
    }

    TEST_CASE("values counted before they are binned") {
        const auto check = [](SampleType type, const Binning& bins, OutOfRange out_of_range,
                              LastEdge last_edge = LastEdge::exclusive) {
            Expectations expected(
                {.sample = type, .axes = {bins}, .last_edge = last_edge, .out_of_range = out_of_range});
            CAPTURE(to_string(expected.problem()));
            for (const auto merge : {Merge::atomic, Merge::last_group}) {
                if (merge == Merge::last_group && !test_device().profile().int64_atomics) continue;
                const Options options{
                    .knobs = {.variant = Variant::local_atomic, .merge = merge, .count_values = true}};
                std::string why;
                if (!check_options(expected, options) && !try_plan(expected.problem(), options, why))
                    CHECK(contains(why, "B of local memory")); // 65,536 values may not fit
            }
        };
        check(SampleType::u8, even_bins(100, -50, 300), OutOfRange::counted);
        check(SampleType::i8, edge_bins({-100, -1, 0, 0.5, 100}), OutOfRange::clamped);
        check(SampleType::i8, even_bins(3, 200, 300), OutOfRange::dropped); // outside the type's range
        check(SampleType::u16, even_bins(50, 60'000, 70'000), OutOfRange::dropped, LastEdge::inclusive);
        check(SampleType::u16, edge_bins({-5, 10, 1000.5, 6000}), OutOfRange::dropped, LastEdge::inclusive);
        check(SampleType::i16, even_bins(700, -33'000, -30'000), OutOfRange::dropped);
        check(SampleType::i16, even_bins(7, 32'767, 40'000), OutOfRange::dropped); // one value in range
        check(SampleType::i16, even_bins(3, 40'000, 50'000), OutOfRange::dropped); // no value in range
        if (!small_size()) check(SampleType::i16, even_bins(300, -500, 9000), OutOfRange::counted);
    }

    TEST_CASE("values of bytes, counted in tables of one work-item") {
        for (const auto variant : {Variant::item_private, Variant::item_pairs}) {
            const auto refusal = [&](const Problem& problem, std::optional<std::uint32_t> load_bytes = {},
                                     std::optional<Merge> merge = {}) {
                std::string why;
                const auto plan = try_plan(problem,
                                           {.knobs = {.variant = variant,
                                                      .load_bytes = load_bytes,
                                                      .merge = merge,
                                                      .count_values = true}},
                                           why);
                if (plan) CHECK(plan->decision().count_values);
                return plan ? "" : why;
            };
            if (test_device().profile().loop_limit != 0) {
                CHECK(refusal({.axes = {even_bins(9, 0, 100)}}) != "");
                continue;
            }
            CHECK(contains(refusal({.sample = SampleType::i16, .axes = {even_bins(9, 0, 100)}}),
                           "of wider samples"));
            CHECK(contains(refusal({.axes = {even_bins(9, 0, 100)}}, 16), "in place"));
            for (const auto merge : {Merge::device, Merge::host})
                CHECK(contains(refusal({.axes = {even_bins(9, 0, 100)}}, std::nullopt, merge),
                               "by atomics, not by merge"));
            const Problem two{.axes = {even_bins(9, 0, 100), even_bins(8, 0, 256)}};
            CHECK(contains(refusal(two), "not 512") == (variant == Variant::item_pairs));
            for (const auto& problem :
                 {Problem{.axes = {even_bins(100, -50, 300)}, .out_of_range = OutOfRange::counted},
                  Problem{.sample = SampleType::i8,
                  .axes = {edge_bins({-100, -1, 0, 0.5, 100})},
                  .out_of_range = OutOfRange::clamped},
                  Problem{.sample = SampleType::i8, .axes = {even_bins(3, 200, 300)}},
                  Problem{.axes = {even_bins(3, 0, 200)}, .counter = CounterType::u64}}) {
                Expectations expected(problem);
                std::string why;
                const auto plan =
                    try_plan(problem, {.knobs = {.variant = variant, .count_values = true}}, why);
                if (!plan) {
                    // Local memory may be smaller than the 35 KiB that item_pairs needs.
                    CHECK_MESSAGE(contains(why, "up to"), why);
                    continue;
                }
                CAPTURE(to_string(problem));
                CAPTURE(to_string(plan->decision()));
                CHECK(plan->decision().count_values);
                CHECK(differences(*plan, expected) == "");
            }
        }
    }

    TEST_CASE("values with a slow binning are counted right where loops are cut short") {
        std::vector<double> edges;
        for (int i = 0; i <= 1000; ++i)
            edges.push_back(7.5 * i);
        Expectations expected({.sample = SampleType::u16, .axes = {edge_bins(edges)}});
        check_options(expected, {.knobs = {.variant = Variant::local_atomic,
                                           .work_group_size = 1,
                                           .work_groups = 1,
                                           .count_values = true}});
    }

    TEST_CASE("counters of 16 bits never wrap, whatever the order of samples") {
        const std::size_t count_of = small_size() ? 20'000 : 200'000;
        // All samples in one bin, a hot bin that changes every 5000 samples, the two halves of a word
        // alternately, and one bin twice as often as another.
        const std::array data{in_turn(count_of, 1, {77}), in_turn(count_of, 5000, {3, 250, 77, 78}),
                              in_turn(count_of, 1, {76, 77}), in_turn(count_of, 3, {77, 77, 5})};
        struct Launch {
            std::uint32_t bins;
            std::optional<std::uint32_t> size;
            std::uint32_t load;
        };
        for (const auto& launch :
             {Launch{1, std::nullopt, 16}, Launch{101, 1, 16}, Launch{256, 32, 1}, Launch{256, 1024, 16}}) {
            const Problem one{.axes = {even_bins(launch.bins, 0, 256)}};
            const Options options{.knobs = {.variant = Variant::local_packed,
                                            .work_group_size = launch.size,
                                            .work_groups = 1, // so that one counter gets all samples
                                            .load_bytes = launch.load}};
            std::string why;
            if (launch.size == 1024U && !try_plan(one, options, why)) {
                check_has(why, {"work-groups of 1024"});
                continue;
            }
            CAPTURE(launch.bins);
            CAPTURE(to_string(options.knobs));
            for (const auto& samples : data)
                CHECK(counts_right(one, samples, options));
        }
    }

    TEST_CASE("many packed counters are right, whatever the order of samples") {
        const auto& profile = test_device().profile();
        const auto words = std::max(profile.local_memory_bytes, profile.local_memory_reach_bytes) / 4;
        const auto bins = static_cast<std::uint32_t>(words + words / 4);
        const Problem many{.sample = SampleType::u32, .axes = {even_bins(bins, 0, bins)}};
        const Options options{.knobs = {.variant = Variant::local_packed,
                                        .work_groups = 1}}; // so that one counter gets all samples
        const std::size_t count_of = small_size() ? 20'000 : 400'000;
        std::vector<std::uint32_t> samples(count_of);
        const auto check = [&](const auto& sample_at) {
            for (std::size_t i = 0; i < samples.size(); ++i)
                samples[i] = static_cast<std::uint32_t>(sample_at(i));
            CHECK(counts_right(many, samples, options));
        };
        for (const auto bin : {0U, bins - 1, bins / 2})
            check([&](std::size_t) { return bin; });
        check([&](std::size_t i) { return i % 3 == 0 ? bins - 1 : bins - 2; });
        check([&](std::size_t i) { return i * i % 5 < 2 ? 0 : bins - 1; });
        check([&](std::size_t i) { return i * bins / samples.size(); });
        check([&](std::size_t i) { return i * 2654435761U % (bins + 100); }); // some are out of range
        // The distribution changes: flat, then one bin, then rising.
        check([&](std::size_t i) {
            const auto third = samples.size() / 3;
            return i < third ? i * 2654435761U % bins : i < 2 * third ? bins - 7 : i * bins / samples.size();
        });
    }

    TEST_CASE("byte counters of pairs and of bins carry, whatever the order of samples") {
        // More samples than one work-item counts before it looks for repeats (item_pairs.cl).
        constexpr std::size_t count_of = 600'000;
        const std::array data{in_turn(count_of, 1, {77}),        in_turn(count_of, 1, {76, 77}),
                              in_turn(count_of, 7, {0, 255, 3}), in_turn(count_of, 150'000, {3, 250}),
                              in_turn(count_of, 511, {77, 78}),  in_turn(count_of, 1, {1, 2, 3})};
        for (const auto variant : {Variant::item_pairs, Variant::item_packed})
            for (const auto bins : {1U, 101U, 256U})
                for (const auto groups : {1U, 2U}) {
                    if (is_cut_short(variant) || (small_size() && (groups == 1) != (bins == 101))) continue;
                    const Problem one{.axes = {even_bins(bins, 0, 256)}};
                    Options options{.knobs = {.variant = variant,
                                              .work_groups = groups,
                                              .count_values = variant == Variant::item_pairs && groups == 2}};
                    // With this limit, item_packed has no words for carries of 101 and 256 bins, and adds
                    // them to the caller's counters.
                    if (groups == 2) options.workspace_limit = 700;
                    CAPTURE(name(variant));
                    CAPTURE(bins);
                    CAPTURE(groups);
                    for (const auto& samples : data)
                        CHECK(counts_right(one, samples, options));
                }
    }

    TEST_CASE("counters of 16 bits: as many loads as they can take, or a refusal") {
        Options options{
            .knobs = {.variant = Variant::local_packed, .work_group_size = 1024, .loads_in_flight = 8}};
        const auto is_refused = [&](std::string_view words) {
            std::string why;
            if (try_plan(byte_problem().problem(), options, why)) return false;
            // The device may not even support work-groups of this size.
            return why.find(words) != std::string::npos || why.find("the device allows") != std::string::npos;
        };
        CHECK(is_refused("its counters take 2 at most"));
        options.knobs.loads_in_flight = 2;
        check_options(byte_problem(), options);
        options.knobs.work_group_size = 256;
        options.knobs.loads_in_flight = 8;
        check_options(byte_problem(), options);
        options.knobs.work_group_size = 4096;
        options.knobs.loads_in_flight.reset();
        CHECK(is_refused("16 bits do not hold the samples of a load"));
        options.knobs.load_bytes = 1;
        check_options(byte_problem(), options);
    }

    TEST_CASE("packed counters of many bins are right where loops are cut short") {
        constexpr std::uint32_t bins = 8000;
        const Problem many{.sample = SampleType::u16, .axes = {even_bins(bins, 0, bins)}};
        // More samples than one launch counts on a device that cuts loops short. On other devices this case
        // tests nothing new.
        std::vector<std::uint16_t> samples(test_device().profile().loop_limit != 0 ? 480'000 : 2000);
        for (std::size_t i = 0; i < samples.size(); ++i)
            samples[i] = static_cast<std::uint16_t>(i * 7919 % bins);
        CHECK(counts_right(
            many, samples,
            {.knobs = {.variant = Variant::local_packed, .work_group_size = 1, .work_groups = 1}}));
    }

    TEST_CASE("the cache of hot bins: more bins than slots, and bins that hash to the same slots") {
        const auto bins = small_size() ? 40'000U : 300'000U;
        const Problem many{.sample = SampleType::u32, .axes = {even_bins(bins, 0, bins)}};
        const Options options{.knobs = {.variant = Variant::hot_bin_cache, .work_groups = 2}};
        const auto slots = make_plan(many, options).decision().slots;
        CHECK(slots < bins);
        // Bins to which the hash of kernels/accumulate/hot_bins.cl gives the same slot.
        std::vector<std::uint32_t> together;
        for (std::uint32_t bin = 0; bin < bins; ++bin)
            if (bin * 0x9e3779b1U >> (33U - static_cast<unsigned>(std::bit_width(slots) - 1)) == 5)
                together.push_back(bin);
        CHECK(together.size() > 4);
        std::vector<std::uint32_t> samples(small_size() ? 6000 : 100'000);
        for (const bool ramp_first : {false, true}) {
            CAPTURE(ramp_first);
            for (std::size_t i = 0; i < samples.size(); ++i) {
                const auto n = static_cast<std::uint32_t>(i);
                samples[i] = ramp_first && i < samples.size() / 2 ? n * 5 % (bins + 100)
                                                                  : together[n * n % together.size()];
            }
            CHECK(counts_right(many, samples, options));
        }
    }

    TEST_CASE("partitions: several rounds, full queues, and skew that the look at the data misses") {
        const auto bins = small_size() ? 5000U : 300'000U;
        const Problem many{.sample = SampleType::u32, .axes = {even_bins(bins, 0, bins)}};
        Options options{.knobs = {.variant = Variant::partitioned, .work_groups = 2}};
        options.knobs.work_group_size = std::min(64U, make_plan(many, options).decision().work_group_size);
        // The queues have room for one or a few lines of 64 bin numbers, so several rounds are needed.
        options.workspace_limit = small_size() ? 34'100U : 1U << 19U;
        options.knobs.loads_in_flight = 1;
        const auto plan = make_plan(many, options);
        CHECK(plan.decision().partitions >= 64);
        CHECK(plan.workspace_bytes() <= options.workspace_limit);
        CHECK(plan.decision().slots > 0);
        // To check whether data are flat, a work-group reads two rows of 32 blocks of four samples.
        constexpr std::size_t row = 32 * 4;
        const std::size_t rows_between = small_size() ? 240 : 2400;
        std::vector<std::uint32_t> samples(2 * rows_between * row + 3);
        enum class Data : std::uint8_t { flat, one_bin, flat_where_looked, one_run };
        for (const auto data : {Data::flat, Data::one_bin, Data::flat_where_looked, Data::one_run}) {
            CAPTURE(static_cast<int>(data));
            for (std::size_t i = 0; i < samples.size(); ++i) {
                const auto anywhere = static_cast<std::uint32_t>(i) * 0x9e3779b1U % (bins + bins / 50);
                const bool looked = i / row % rows_between == 0;
                const auto elsewhere = data == Data::one_run ? static_cast<std::uint32_t>(i % 8) : 4711U;
                const bool flat = data == Data::flat || (data != Data::one_bin && looked);
                samples[i] = flat ? anywhere : elsewhere;
            }
            CHECK(counts_right(many, samples, options));
        }
    }

    TEST_CASE("several windows of local memory count right") {
        // So many replicas that a window has only a few hundred bins.
        const auto& profile = test_device().profile();
        const auto local = std::max(profile.local_memory_bytes, profile.local_memory_reach_bytes);
        const auto replicas = static_cast<std::uint32_t>(std::min<std::uint64_t>(4096, local / 4 / 300));
        for (const auto bins : {1000U, 1537U}) {
            Expectations expected({.sample = SampleType::u16, .axes = {even_bins(bins, 0, 60'000)}});
            for (const auto merge : all_merges) {
                std::string why;
                const auto plan = try_plan(
                    expected.problem(),
                    {.knobs = {.variant = Variant::local_windowed, .replicas = replicas, .merge = merge}},
                    why);
                if (!plan) {
                    CHECK_MESSAGE(merge != Merge::atomic, why);
                    continue;
                }
                CHECK(plan->decision().windows > 1);
                CHECK(differences(*plan, expected) == "");
            }
        }
    }

    TEST_CASE("the default decision counts right, up to the maximum number of bins") {
        for (const std::uint32_t bins : {1U, 2U, 255U, 256U, 257U, 4096U, 10'000U, 300'000U, max_bins}) {
            if (small_size() && bins > 10'000) continue;
            for (const auto counter : {CounterType::u32, CounterType::u64}) {
                if (small_size() && (counter == CounterType::u64) != (bins % 2 == 0)) continue;
                Expectations expected({.sample = SampleType::i32,
                                       .axes = {even_bins(bins, -70'000, 2'000'000'000)},
                                       .counter = counter});
                const auto plan = make_plan(expected.problem(), {});
                CAPTURE(to_string(plan.decision()));
                const bool much =
                    plan.decision().partitions != 0 || test_device().profile().type == DeviceType::cpu;
                const auto limit = much ? 512ULL << 20U : 64ULL << 20U;
                CHECK(plan.workspace_bytes() <= limit);
                CHECK(differences(plan, expected, bins < max_bins ? data_kinds() : data_kinds().subspan(1, 1),
                                  bins < max_bins ? slices() : few_slices()) == "");
            }
        }
    }
}

} // namespace histo_cl::test
