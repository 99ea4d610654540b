#include "proof.hpp"

#include <doctest/doctest.h>

// Every variant × sample type × partition × merge, on every kind of data and shape.

namespace histo_cl::test {
namespace {

void run_variant(Variant variant) {
    if (is_cut_short(variant)) return;
    for (const auto type : sample_types()) {
        Expectations expected(trap_problem(type));
        std::size_t plans = 0;
        bool no_room = false;
        for (const auto merge : all_merges) {
            for (const auto partition : {Partition::contiguous, Partition::interleaved}) {
                // Each other merge with one partition; the pairs suite has both.
                const bool rows = merge == Merge::device;
                if (merge != Merge::atomic && rows != (partition == Partition::contiguous)) continue;
                auto options = fresh(variant);
                options.partition = partition;
                options.merge = merge;
                std::string why;
                const auto plan = try_plan(expected.problem(), options, why);
                if (!plan) {
                    no_room = why.find("pairs of up to") != std::string::npos; // 35 KiB for 256 bins
                    if (no_room) continue;
                    // The one thing that may be lacking here is a merge that the variant or the platform does
                    // not have.
                    CHECK_MESSAGE(merge != Merge::atomic, why);
                    continue;
                }
                ++plans;
                REQUIRE(plan->decision().variant == variant);
                REQUIRE(plan->decision().partition == partition);
                REQUIRE(plan->decision().merge == merge);
                const auto wrong = differences(*plan, expected, data_kinds(), slices());
                CHECK_MESSAGE(wrong == "", name(type), ", ", name(partition), ", ", name(merge));
            }
        }
        const bool atomic_only = variant == Variant::global_atomic || variant == Variant::local_packed ||
                                 variant == Variant::hot_bin_cache;
        // global_private without a host that merges: 3, as item_packed everywhere
        CHECK((no_room || plans >= (atomic_only ? 2 : 3)));
    }
}

} // namespace

TEST_SUITE("matrix") {
    TEST_CASE("global_atomic") {
        run_variant(Variant::global_atomic);
    }
    TEST_CASE("global_private") {
        run_variant(Variant::global_private);
    }
    TEST_CASE("local_atomic") {
        run_variant(Variant::local_atomic);
    }
    TEST_CASE("local_aggregated") {
        run_variant(Variant::local_aggregated);
    }
    TEST_CASE("banked_uchar4") {
        run_variant(Variant::banked_uchar4);
    }
    TEST_CASE("local_packed") {
        run_variant(Variant::local_packed);
    }
    TEST_CASE("hot_bin_cache") {
        run_variant(Variant::hot_bin_cache);
    }
    TEST_CASE("local_windowed") {
        run_variant(Variant::local_windowed);
    }
    TEST_CASE("item_private") {
        run_variant(Variant::item_private);
    }
    TEST_CASE("item_pairs") {
        run_variant(Variant::item_pairs);
    }
    TEST_CASE("item_packed") {
        run_variant(Variant::item_packed);
    }
}

} // namespace histo_cl::test
