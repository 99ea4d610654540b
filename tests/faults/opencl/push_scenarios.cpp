#include "faults/opencl/scenario.hpp"

#include <histo_cl/stream.hpp>

#include <optional>

namespace histo_cl::test {
namespace {

constexpr std::uint64_t pushed_elements = 3000; ///< number of elements of a job

/// Jobs that are pushed to a stream on several queues. All queues are blocked until every job is pushed, and
/// then run one after the other. So if a failed push leaves commands on its queue, they run between the jobs
/// of other queues.
class Pushing : public Trial {
  public:
    Pushing(const Options& options, bool last_queue_first) : last_queue_first_(last_queue_first) {
        const auto& device = test_device();
        queues_.push_back(device.make_queue());
        queues_.push_back(device.make_queue());
        queues_.push_back(
            device.make_queue(device.has_out_of_order_queues() ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0));
        for (std::size_t i = 0; i < jobs; ++i) {
            auto& samples = samples_.emplace_back(pushed_elements);
            for (std::size_t k = 0; k < samples.size(); ++k)
                samples[k] = static_cast<std::uint8_t>(k * k + 37 * i);
            buffers_.push_back(device.make_buffer(samples));
            counts_.push_back(reference_histogram(problem_, std::as_bytes(std::span(samples))).counts);
        }
        stream_.emplace(problem_,
                        StreamOptions{.options = options, .devices = std::span(&device.device(), 1)});
        hold();
    }

    /// Pushes all jobs, even after one has failed.
    void run() override {
        total_.assign(problem_.counters(), 0);
        for (std::size_t i = 0; i < jobs; ++i) {
            try {
                stream_->push(queues_[i % queues_.size()](),
                              {.samples = buffers_[i](), .shape = {.count = pushed_elements}});
            } catch (const Error&) { // nothing of this job is counted
                continue;
            } catch (const std::bad_alloc&) {
                continue;
            }
            for (std::size_t bin = 0; bin < total_.size(); ++bin)
                total_[bin] += counts_[i][bin];
        }
        let_go();
        got_ = stream_->histogram().counts;
    }

    [[nodiscard]] bool right(const Findings& /*seen*/) override { return got_ == total_; }

    [[nodiscard]] bool resolve() override {
        let_go();
        stream_->reset();
        got_.clear();
        hold();
        return true;
    }

  private:
    static constexpr std::size_t jobs = 6;

    void hold() {
        for (auto& queue : queues_) {
            gates_.emplace_back(test_device().context());
            const auto gate = gates_.back()();
            if (::clEnqueueBarrierWithWaitList(queue(), 1, &gate, nullptr) != CL_SUCCESS)
                throw Error(Status::opencl_error, "a queue cannot be held up");
            ::clFlush(queue());
        }
    }

    void let_go() {
        if (gates_.empty()) return;
        for (std::size_t i = 0; i < queues_.size(); ++i) {
            const auto next = last_queue_first_ ? queues_.size() - 1 - i : i;
            ::clSetUserEventStatus(gates_[next](), CL_COMPLETE);
            ::clFinish(queues_[next]());
        }
        gates_.clear();
    }

    Problem problem_ = even_problem();
    bool last_queue_first_;
    std::vector<cl::CommandQueue> queues_;
    std::vector<std::vector<std::uint8_t>> samples_;
    std::vector<cl::Buffer> buffers_;
    std::vector<std::vector<std::uint64_t>> counts_; ///< the expected counts of each job
    std::optional<Stream> stream_;
    std::vector<cl::UserEvent> gates_; ///< events that block the queues, one each; empty while they run
    std::vector<std::uint64_t> total_, got_;
};

} // namespace

std::vector<Scenario> push_scenarios() {
    std::vector<Scenario> all;
    for (const bool last_queue_first : {false, true})
        for (const auto merge : {Merge::atomic, Merge::device, Merge::last_group}) {
            const Options options{
                .knobs = {.variant = Variant::local_atomic, .work_groups = 3, .merge = merge}};
            all.push_back(scenario<Pushing>("merge " + std::string(name(merge)) +
                                                (last_queue_first ? ", the last queue runs first" : ""),
                                            options, last_queue_first));
        }
    return all;
}

} // namespace histo_cl::test
