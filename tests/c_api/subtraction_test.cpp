// Histograms subtracted on a device.

#include "c_api/fixture.hpp"

#include <cstdint>
#include <vector>

using namespace histo_cl;
using namespace histo_cl::test;

TEST_CASE("a subtraction plan subtracts, in place or not, and refuses") {
    const auto& on = test_device();
    using Handle = std::unique_ptr<histo_cl_subtraction_plan, Release<histo_cl_subtraction_plan_release>>;
    const auto plan = made<Handle>(histo_cl_subtraction_plan_create, on.context()(), on.id(),
                                   HISTO_CL_COUNTER_F64, nullptr);
    const auto node = on.make_buffer(std::vector<double>{5.5, -1, 3, 0.25});
    const auto child = on.make_buffer(std::vector<double>{1.5, 1, 3, -0.25});
    const auto other = on.make_buffer(std::vector<double>(4, 9));
    auto job = histo_cl_subtraction_job_init();
    job.minuend = node();
    job.subtrahend = child();
    job.difference = other();
    job.counters = 3;
    cl_event event = nullptr;
    check_ok(histo_cl_subtraction_plan_enqueue(plan.get(), on.queue()(), &job, 0, nullptr, &event));
    const cl::Event done(event);
    CHECK(on.read_back<double>(other, 4) == std::vector<double>{4, -2, 0, 9});
    job.difference = child();
    job.counters = 4;
    check_ok(histo_cl_subtraction_plan_enqueue(plan.get(), on.queue()(), &job, 1, &event, nullptr));
    CHECK(on.read_back<double>(child, 4) == std::vector<double>{4, -2, 0, 0.5});

    const auto refuses = [&](std::initializer_list<std::string_view> words) {
        check_refused(histo_cl_subtraction_plan_enqueue(plan.get(), on.queue()(), &job, 0, nullptr, nullptr),
                      words);
    };
    job.counters = 5;
    refuses({"32 B", "40 B"});
    job.counters = 4;
    job.minuend_pointer = histo_cl_svm_pointer(&job);
    refuses({"job.minuend", "pointer"});
    job.minuend_pointer = {};
    job.minuend = nullptr;
    refuses({"minuend", "null"});
    check_refused(histo_cl_subtraction_plan_enqueue(plan.get(), on.queue()(), nullptr, 0, nullptr, nullptr),
                  {"job"});
    histo_cl_subtraction_plan* none = nullptr;
    check_refused(histo_cl_subtraction_plan_create(on.context()(), on.id(), 9, nullptr, &none),
                  {"counter", "9"});
    CHECK(none == nullptr);
    histo_cl_subtraction_plan_release(nullptr);
}
