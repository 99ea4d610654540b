#include "proof.hpp"

#include <doctest/doctest.h>

// Every variant with every sample type, on every kind of data and slice, merged by Merge::atomic; and each
// merge but atomic with a third of the types. Cases alternate between the two partitions. At the small size
// each variant counts a third of the types, and about one type with each merge but atomic. The pairs suite
// has the remaining combinations.

namespace histo_cl::test {
namespace {

void run_variant(Variant variant) {
    if (is_cut_short(variant)) return;
    std::size_t merged_otherwise = 0;
    std::size_t index = 0; // of the type, from 1
    const auto types = sample_types();
    for (const auto type : types) {
        Expectations expected(trap_problem(type));
        ++index;
        for (const auto merge : all_merges) {
            const auto other = static_cast<std::size_t>(merge);
            const auto place = index + static_cast<std::size_t>(variant);
            if (merge != Merge::atomic && (index + other) % 3 != 0) continue;
            if (small_size() && (merge == Merge::atomic ? place % 3 != 0 : place % types.size() > 2))
                continue;
            const bool even = (place + other) % 2 == 0;
            auto options = forced(variant);
            options.partition = even ? Partition::contiguous : Partition::interleaved;
            options.merge = merge;
            if (variant == Variant::partitioned) {
                // The queues of this variant use the whole limit, which is small but enough for each
                // work-group.
                options.workspace_limit = (1U << 18U) + (1U << 16U) * test_device().profile().compute_units;
                if (small_size()) options.work_group_size = 32; // Oclgrind takes minutes for more
            }
            std::string why;
            const auto plan = try_plan(expected.problem(), options, why);
            if (!plan) {
                // Reasons to skip a case here: a merge that the variant or the platform lacks, and the 35 KiB
                // of local memory that item_pairs takes for 256 bins.
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
    CHECK((merges_by_atomics_only(variant) ? merged_otherwise == 0 : merged_otherwise > 0));
}

} // namespace

TEST_SUITE("matrix") {
#define HISTO_CL_VARIANT(name)                                                                               \
    TEST_CASE(#name) {                                                                                       \
        run_variant(Variant::name);                                                                          \
    }
#include "../src/variants/variants.def"
#undef HISTO_CL_VARIANT
}

} // namespace histo_cl::test
