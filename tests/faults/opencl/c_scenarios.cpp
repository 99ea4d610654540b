#include "faults/opencl/scenario.hpp"

#include <histo_cl/histo_cl.h>

#include <algorithm>
#include <memory>
#include <new>
#include <numeric>
#include <stdexcept>

namespace histo_cl::test {
namespace {

constexpr std::size_t c_elements = 5000;
constexpr std::uint64_t unwritten = 0xA5A5A5A5A5A5A5A5;

/// Throws the exception that corresponds to a status.
void check(histo_cl_status status) {
    if (status == HISTO_CL_OK) return;
    if (status == HISTO_CL_OUT_OF_MEMORY) throw std::bad_alloc();
    const std::string message = histo_cl_last_error_message();
    for (const auto known : {Status::no_platform, Status::no_device, Status::unsupported,
                             Status::build_failed, Status::opencl_error})
        if (name(known) == histo_cl_status_name(status))
            throw Error(known, message, histo_cl_last_error_opencl_code());
    throw std::logic_error(message);
}

/// Counts log_problem() in one call, or with a plan on the device under test.
class CountingInC : public Trial {
  public:
    explicit CountingInC(bool by_plan)
        : by_plan_(by_plan), samples_(c_elements), counts_(log_problem().counters(), unwritten) {
        std::iota(samples_.begin(), samples_.end(), std::uint16_t{1});
        buffer_ = test_device().make_buffer(samples_);
        options_.calling_thread = HISTO_CL_SWITCH_OFF;
        problem_.sample = HISTO_CL_SAMPLE_U16;
        problem_.axes = &axis_;
        problem_.axis_count = 1;
        data_ = histo_cl_samples(samples_.data(), samples_.size() * sizeof samples_[0]);
        shape_.count = samples_.size();
        check(histo_cl_device_from_id(test_device().id(), &device_));
    }
    ~CountingInC() override { histo_cl_device_release(device_); }

    void run() override {
        if (by_plan_) return count_by_plan();
        check(histo_cl_histogram(&problem_, &data_, &options_, device_, counts_.data(), counts_.size()));
    }

    [[nodiscard]] bool right(const Findings& /*seen*/) override {
        return counts_ == reference_histogram(log_problem(), std::as_bytes(std::span(samples_))).counts;
    }

    /// Returns whether the counts are either unchanged or complete, and resets them.
    [[nodiscard]] bool resolve() override {
        const bool whole = right({}) || std::ranges::all_of(counts_, [](auto c) { return c == unwritten; });
        std::ranges::fill(counts_, unwritten);
        return whole;
    }

  private:
    void count_by_plan() {
        histo_cl_plan* plan = nullptr;
        check(
            histo_cl_plan_create(test_device().context()(), test_device().id(), &problem_, &options_, &plan));
        const std::unique_ptr<histo_cl_plan, void (*)(histo_cl_plan*)> owner(plan, histo_cl_plan_release);
        auto job = histo_cl_job_init();
        job.shape = &shape_;
        job.samples = buffer_();
        check(histo_cl_plan_count(plan, test_device().queue()(), &job, 0, nullptr, counts_.data(),
                                  counts_.size()));
    }

    bool by_plan_;
    std::vector<std::uint16_t> samples_;
    std::vector<std::uint64_t> counts_;
    histo_cl_binning axis_ = histo_cl_log_bins(20, histo_cl_i64(1), histo_cl_i64(60000));
    histo_cl_problem problem_ = histo_cl_problem_init();
    histo_cl_options options_ = histo_cl_options_init();
    histo_cl_host_data data_{};
    histo_cl_shape shape_ = histo_cl_shape_init();
    histo_cl_device* device_ = nullptr;
    cl::Buffer buffer_;
};

class ListingInC : public Trial {
  public:
    void run() override {
        histo_cl_device_list* list = nullptr;
        check(histo_cl_devices(&list));
        histo_cl_device_list_release(list);
    }
    [[nodiscard]] bool right(const Findings& /*seen*/) override { return true; }
};

} // namespace

std::vector<Scenario> c_scenarios() {
    return {scenario<CountingInC>("C: one call", false),
            building_scenario<CountingInC>("C: a plan, a count", true),
            scenario<ListingInC>("C: the devices' list")};
}

} // namespace histo_cl::test
