#include "proof.hpp"

#include <doctest/doctest.h>

// Every knob, at its ends and in between: it may change the speed, never a count.

namespace histo_cl::test {
namespace {

/// Counts with these options, or finds that they are refused in words; true if they were taken.
bool check_options(Expectations& expected, const Options& options) {
    std::string why;
    const auto plan = try_plan(expected.problem(), options, why);
    if (!plan) {
        CHECK(why.find(name(*options.variant)) != std::string::npos);
        return false;
    }
    CAPTURE(to_string(plan->decision()));
    CHECK(differences(*plan, expected, data_kinds(), slices()) == "");
    return true;
}

Expectations& byte_problem() {
    static Expectations expected({.sample = SampleType::u8, .axes = {even_bins(100, 10, 240)}});
    return expected;
}

} // namespace

TEST_SUITE("knobs") {
    TEST_CASE("bytes a load takes") {
        for (const auto variant : {Variant::local_atomic, Variant::banked_uchar4, Variant::item_private})
            for (const auto bytes : {1U, 4U, 16U})
                for (const auto type : {SampleType::u8, SampleType::i16, SampleType::f32, SampleType::i64}) {
                    Expectations expected(trap_problem(type));
                    auto options = fresh(variant);
                    options.load_bytes = bytes;
                    CHECK(check_options(expected, options));
                }
    }

    TEST_CASE("work-group sizes") {
        for (const auto variant : all_variants)
            for (const auto size : {1U, 7U, 32U, 64U, 128U, 1000U}) {
                auto options = fresh(variant);
                options.work_group_size = size;
                check_options(byte_problem(), options);
            }
    }

    TEST_CASE("replicas") {
        for (const auto variant : {Variant::local_atomic, Variant::local_aggregated, Variant::item_private})
            for (const auto replicas : {1U, 3U, 16U, 32U}) {
                auto options = fresh(variant);
                options.replicas = replicas;
                check_options(byte_problem(), options);
            }
    }

    TEST_CASE("work-groups, coarsening and samples a launch") {
        for (const auto variant : all_variants)
            for (const auto merge : all_merges) {
                auto options = fresh(variant);
                options.merge = merge;
                options.work_groups = 1;
                check_options(byte_problem(), options);
                options.work_groups = 37;
                options.coarsening = 1;
                check_options(byte_problem(), options);
                options.work_groups = 0;
                options.coarsening = 4096;
                options.samples_per_launch = 1000;
                check_options(byte_problem(), options);
            }
    }

    TEST_CASE("a byte counter never wraps") {
        const std::vector<std::uint8_t> constant(small_size() ? 50'000 : 3'000'000, 77);
        auto options = fresh(Variant::banked_uchar4);
        options.work_groups = 1;
        for (const auto load : {1U, 16U})
            for (const auto bins : {1U, 2U, 100U, 256U}) {
                options.load_bytes = load;
                CAPTURE(load);
                CAPTURE(bins);
                const Problem one{.axes = {even_bins(bins, 0, 256)}};
                const auto counts = count(one, std::as_bytes(std::span(constant)), options);
                CHECK(counts[77 * bins / 256] == constant.size());
            }
    }

    TEST_CASE("windows of local memory") {
        // As many replicas as leave a few hundred bins to a window.
        const auto replicas = static_cast<std::uint32_t>(
            std::min<std::uint64_t>(4096, test_device().profile().local_memory_bytes / 4 / 300));
        for (const auto bins : {1000U, 1537U}) {
            Expectations expected({.sample = SampleType::u16, .axes = {even_bins(bins, 0, 60'000)}});
            for (const auto merge : all_merges) {
                auto options = fresh(Variant::local_windowed);
                options.replicas = replicas;
                options.merge = merge;
                std::string why;
                const auto plan = try_plan(expected.problem(), options, why);
                if (!plan) {
                    CHECK_MESSAGE(merge != Merge::atomic, why);
                    continue;
                }
                CHECK(plan->decision().windows > 1);
                CHECK(differences(*plan, expected, data_kinds(), slices()) == "");
            }
        }
    }

    TEST_CASE("the default choice, up to the most bins") {
        for (const std::uint32_t bins : {1U, 2U, 255U, 256U, 257U, 4096U, 10'000U, 300'000U, max_bins}) {
            if (small_size() && bins > 10'000) continue;
            for (const auto counter : {CounterType::u32, CounterType::u64}) {
                Expectations expected({.sample = SampleType::i32,
                                       .axes = {even_bins(bins, -70'000, 2'000'000'000)},
                                       .counter = counter});
                Options options;
                options.program_cache = false;
                const auto plan = make_plan(expected.problem(), options);
                CAPTURE(to_string(plan.decision()));
                CHECK(plan.workspace_bytes() <= options.workspace_limit);
                CHECK(differences(plan, expected, bins < max_bins ? data_kinds() : data_kinds().subspan(1, 1),
                                  bins < max_bins ? slices() : few_slices()) == "");
            }
        }
    }
}

} // namespace histo_cl::test
