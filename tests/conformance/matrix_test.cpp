#include "proof.hpp"

#include <doctest/doctest.h>

// Every variant × sample type × partition × merge, on every kind of data and shape.

namespace histo_cl::test {
namespace {

void run_variant(Variant variant) {
    if (is_cut_short(variant)) return;
    std::size_t merged_otherwise = 0;
    std::size_t index = 0; // of the type
    for (const auto type : sample_types()) {
        Expectations expected(trap_problem(type));
        ++index;
        for (const auto merge : all_merges) {
            // One partition, and each other merge with a third of the types; the pairs suite has all.
            const auto other = static_cast<std::size_t>(merge);
            if (merge != Merge::atomic && (index + other) % 3 != 0) continue;
            const bool even = (index + static_cast<std::size_t>(variant) + other) % 2 == 0;
            auto options = forced(variant);
            options.partition = even ? Partition::contiguous : Partition::interleaved;
            options.merge = merge;
            if (variant == Variant::partitioned) {
                // Its queues take what they may: little, but enough for each work-group.
                options.workspace_limit = (1U << 18U) + (1U << 16U) * test_device().profile().compute_units;
                if (small_size()) options.work_group_size = 32; // Oclgrind takes minutes for more
            }
            std::string why;
            const auto plan = try_plan(expected.problem(), options, why);
            if (!plan) {
                // What may be lacking here: a merge that the variant or the platform does not have, and the
                // 35 KiB of local memory that item_pairs takes for 256 bins.
                const bool no_room = why.find("pairs of up to") != std::string::npos;
                CHECK_MESSAGE((merge != Merge::atomic || no_room), why);
                continue;
            }
            merged_otherwise += merge != Merge::atomic ? 1U : 0U;
            REQUIRE(plan->decision().variant == variant);
            REQUIRE(plan->decision().partition == options.partition);
            REQUIRE(plan->decision().merge == merge);
            const auto wrong = differences(*plan, expected, data_kinds(), slices());
            CHECK_MESSAGE(wrong == "", name(type), ", ", to_string(plan->decision()));
        }
    }
    const bool atomic_only = variant == Variant::global_atomic || variant == Variant::local_packed ||
                             variant == Variant::hot_bin_cache || variant == Variant::partitioned;
    CHECK((atomic_only ? merged_otherwise == 0 : merged_otherwise > 0));
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
    TEST_CASE("partitioned") {
        run_variant(Variant::partitioned);
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
