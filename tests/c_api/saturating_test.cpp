// Counters of 8 and 16 bits in C, which stop at 255 and 65,535, even if the counts are returned as 64-bit
// integers.

#include "c_api/fixture.hpp"

#include <array>
#include <cstdint>
#include <vector>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

/// 300 samples in bin 1 and 70,000 samples in bin 2, out of ten bins.
std::vector<std::uint8_t> many_samples() {
    std::vector<std::uint8_t> all(300, 30);
    all.insert(all.end(), 70'000, 60);
    return all;
}

std::vector<std::uint64_t> limited_counts(std::uint64_t max_count) {
    std::vector<std::uint64_t> counts(bins);
    counts[1] = std::min<std::uint64_t>(300, max_count);
    counts[2] = std::min<std::uint64_t>(70'000, max_count);
    return counts;
}

} // namespace

TEST_CASE("saturating counters stop in the results of every call, in C") {
    const auto all = many_samples();
    const auto& on = test_device();
    const auto buffer = on.make_buffer(all);
    for (const histo_cl_counter_type type : {HISTO_CL_COUNTER_U8, HISTO_CL_COUNTER_U16}) {
        const std::uint64_t max_count = type == HISTO_CL_COUNTER_U8 ? 255 : 65535;
        auto given = problem();
        given.counter = type;
        const auto data = histo_cl_samples(all.data(), all.size());
        std::vector<std::uint64_t> counts(bins);
        check_ok(histo_cl_histogram(&given, &data, nullptr, nullptr, counts.data(), bins));
        CHECK(counts == limited_counts(max_count));
        check_ok(histo_cl_reference_histogram(&given, &data, counts.data(), bins));
        CHECK(counts == limited_counts(max_count));

        const auto shape = histo_cl_flat(all.size());
        auto job = histo_cl_job_init();
        job.shape = &shape;
        job.samples = buffer();
        check_ok(histo_cl_histogram_on_device(on.queue()(), &given, &job, 0, nullptr, nullptr, counts.data(),
                                              bins));
        CHECK(counts == limited_counts(max_count));
        const auto plan = plan_for(given);
        check_ok(histo_cl_plan_count(plan.get(), on.queue()(), &job, 0, nullptr, counts.data(), bins));
        CHECK(counts == limited_counts(max_count));
    }
}

TEST_CASE("statistics of saturating counters are refused in C") {
    const std::array<std::uint8_t, 2> counts{1, 2};
    std::uint64_t total = 0;
    check_refused(histo_cl_total(HISTO_CL_COUNTER_U8, counts.data(), 2, &total), {"u8", "saturate", "u32"});
}
