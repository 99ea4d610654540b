// Summaries of samples on a device, and bins made of them.

#include "c_api/fixture.hpp"

#include <cmath>
#include <vector>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

using SummaryPlanHandle = std::unique_ptr<histo_cl_summary_plan, Release<histo_cl_summary_plan_release>>;

} // namespace

TEST_CASE("a summary plan summarizes, waiting or not, and bins are made of that") {
    const auto& on = test_device();
    if (!on.profile().fp64) return;
    const auto plan = made<SummaryPlanHandle>(histo_cl_summary_plan_create, on.context()(), on.id(),
                                              HISTO_CL_SAMPLE_F32, nullptr);
    const std::vector<float> samples{1, 2, 3, 10};
    const auto buffer = on.make_buffer(samples);
    auto job = histo_cl_summary_job_init();
    job.samples = buffer();
    job.count = samples.size();
    auto summary = histo_cl_sample_summary_init();
    check_ok(histo_cl_summary_plan_summarize(plan.get(), on.queue()(), &job, 0, nullptr, &summary));
    CHECK(summary.count == 4);
    CHECK(summary.least == 1);
    CHECK(summary.greatest == 10);
    CHECK(summary.standard_deviation == doctest::Approx(std::sqrt(12.5)));
    CHECK(std::isnan(summary.interquartile_range));

    const auto bytes = got(std::uint64_t{}, histo_cl_summary_plan_bytes, plan.get());
    const auto result = on.make_buffer(bytes);
    job.summary = result();
    check_ok(histo_cl_summary_plan_enqueue(plan.get(), on.queue()(), &job, 0, nullptr, nullptr));
    const auto content = on.read_back<std::byte>(result, bytes);
    auto again = histo_cl_sample_summary_init();
    check_ok(histo_cl_summary_plan_read(plan.get(), content.data(), content.size(), &again));
    CHECK(again.standard_deviation == summary.standard_deviation);
    check_refused(histo_cl_summary_plan_read(plan.get(), content.data(), 3, &again), {"summary of 3 B"});
    check_refused(histo_cl_summary_plan_summarize(plan.get(), on.queue()(), &job, 0, nullptr, &again),
                  {"summary buffer is given"});

    auto binning = histo_cl_binning();
    binning.struct_size = sizeof binning;
    auto problem = histo_cl_problem_init();
    check_ok(histo_cl_default_problem_by_summary(HISTO_CL_SAMPLE_F32, &summary, HISTO_CL_BIN_RULE_SQRT,
                                                 &binning, &problem));
    CHECK(text_of(histo_cl_problem_text, &problem) == to_string(default_problem(samples, BinRule::sqrt)));
    check_refused(histo_cl_default_problem_by_summary(HISTO_CL_SAMPLE_F32, &summary, HISTO_CL_BIN_RULE_FD,
                                                      &binning, &problem),
                  {"interquartile_range"});
}

TEST_CASE("a summary plan refuses") {
    auto summary = histo_cl_sample_summary_init();
    check_refused(histo_cl_summary_plan_create(nullptr, nullptr, HISTO_CL_SAMPLE_UNSET, nullptr, nullptr),
                  {"plan is NULL"});
    check_refused(histo_cl_summary_plan_bytes(nullptr, nullptr), {"is NULL"});
    check_refused(histo_cl_summary_plan_enqueue(nullptr, nullptr, nullptr, 0, nullptr, nullptr),
                  {"plan is NULL"});
    check_refused(histo_cl_summary_plan_read(nullptr, nullptr, 0, &summary), {"plan is NULL"});
    check_refused(histo_cl_summary_plan_summarize(nullptr, nullptr, nullptr, 0, nullptr, nullptr),
                  {"summary is NULL"});
    histo_cl_summary_plan_release(nullptr);
}
