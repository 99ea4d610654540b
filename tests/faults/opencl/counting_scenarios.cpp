#include "conformance/guarded_counts.hpp"
#include "faults/opencl/scenario.hpp"
#include "support/command_buffer.hpp"
#include "support/counters.hpp"
#include "support/random.hpp"
#include "support/svm.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace histo_cl::test {
namespace {

constexpr std::uint64_t elements = 6000;

/// A problem, the shape of its data, and how it is counted.
struct Case {
    Problem problem = {};
    Options options = {};
    Shape shape = {.count = elements};
    cl_command_queue_properties queue = 0;
    bool event = false; ///< whether the job asks for an event
    bool accumulate = false;
    bool workspace = false; ///< whether the caller provides the workspace
    bool svm = false;       ///< samples and workspace are in shared virtual memory
    bool returned = false;  ///< whether Plan::count returns the counts
    bool recorded = false;  ///< whether the job is recorded, and executed only if the recording succeeds
};

/// Weights of the elements: any integers, or floats of many magnitudes.
std::vector<std::byte> random_weights(SampleType type) {
    if (type != SampleType::f32) return Random(7).bytes(elements * bytes(type));
    Random random(7);
    std::vector<float> weights(elements);
    for (auto& weight : weights)
        weight = std::ldexp(static_cast<float>(random.real(-1, 1)), static_cast<int>(random.whole(-9, 9)));
    const auto all = std::as_bytes(std::span(weights));
    return {all.begin(), all.end()};
}

/// A plan, its data on the device, and counters between guards.
class Counting : public Trial {
  public:
    explicit Counting(Case of)
        : of_(std::move(of)), plan_(test_device().plan(of_.problem, of_.options)),
          queue_(test_device().make_queue(of_.queue)), samples_(Random(8).bytes(elements)),
          mask_(Random(9).bytes(of_.problem.layout.mask ? elements : 0)),
          weights_(of_.problem.weights.type ? random_weights(*of_.problem.weights.type)
                                            : std::vector<std::byte>()),
          guarded_(plan_, histograms(of_.problem, of_.shape)),
          expected_(reference_bits(of_.problem, {samples_, of_.shape, mask_, weights_})) {
        const auto& device = test_device();
        sample_buffer_ = device.make_buffer(samples_, CL_MEM_READ_ONLY);
        mask_buffer_ = device.make_buffer(mask_, CL_MEM_READ_ONLY);
        weight_buffer_ = device.make_buffer(weights_, CL_MEM_READ_ONLY);
        workspace_ = device.make_buffer(plan_.workspace_bytes(histograms(of_.problem, of_.shape)));
        job_ = {.samples = sample_buffer_(), .shape = of_.shape};
        if (!mask_.empty()) job_.mask = mask_buffer_();
        if (!weights_.empty()) job_.weights = weight_buffer_();
        if (of_.workspace) job_.workspace = workspace_();
        if (of_.svm) {
            svm_samples_.emplace(svm_, samples_);
            svm_workspace_.emplace(svm_, plan_.workspace_bytes());
            job_.samples = svm_samples_->at();
            job_.workspace = svm_workspace_->at();
        }
        prepare();
    }

    void run() override {
        if (of_.returned) {
            returned_ = bits_of(plan_.count(queue_(), job_));
            return;
        }
        if (of_.recorded) return plan_.record((*commands_)(), queue_(), job_);
        cl_event event = nullptr;
        plan_.enqueue(queue_(), job_, {}, of_.event ? &event : nullptr);
        if (of_.event) ::clReleaseEvent(event); // the caller's own call, which may fail as well
    }

    [[nodiscard]] bool right(const Findings& /*seen*/) override {
        if (of_.returned) return returned_ == expected_;
        if (of_.recorded) {
            commands_->finalize();
            commands_->execute();
        }
        queue_.finish();
        return guarded_.read() == expected_;
    }

    [[nodiscard]] bool resolve() override {
        queue_.finish();
        if (of_.returned) return true;
        const bool untouched = guarded_.read().has_value();
        prepare();
        return untouched;
    }

  private:
    /// Fills the counters with arbitrary values, or with zeros for a job that adds to them.
    void prepare() {
        if (of_.returned) {
            returned_.clear();
        } else if (of_.accumulate) {
            guarded_.prepare(job_, std::vector<std::uint64_t>(expected_.size()));
        } else {
            guarded_.prepare(job_);
        }
        if (!of_.recorded) return;
        commands_.emplace(queue_);
        // A new plan, because a plan keeps the memory of its recordings.
        plan_ = test_device().plan(of_.problem, of_.options);
    }

    Case of_;
    Plan plan_;
    cl::CommandQueue queue_;
    std::vector<std::byte> samples_, mask_, weights_;
    GuardedCounts guarded_;
    std::vector<std::uint64_t> expected_;
    cl::Buffer sample_buffer_, mask_buffer_, weight_buffer_, workspace_;
    Svm svm_;
    std::optional<Allocation> svm_samples_, svm_workspace_;
    Job job_;
    std::vector<std::uint64_t> returned_;
    std::optional<CommandBuffer> commands_;
};

/// Adds jobs in a command buffer: jobs of two launches with each merge except Merge::host, and jobs with real
/// weights.
void add_recordings(std::vector<Scenario>& all) {
    if (!has_command_buffers()) return;
    for (const auto merge : all_merges) {
        if (merge == Merge::host) continue;
        Options options{.knobs = {.variant = Variant::local_atomic, .work_groups = 3, .merge = merge}};
        options.samples_per_launch = elements / 2;
        all.push_back(
            scenario<Counting>("recorded, merge " + std::string(name(merge)),
                               Case{.problem = even_problem(), .options = options, .recorded = true}));
    }
    all.push_back(
        scenario<Counting>("recorded, real weights", Case{.problem = real_weights(), .recorded = true}));
}

/// Adds all variants with every merge, in several work-groups. With the small size, only local_atomic has
/// every merge. Three other variants have one merge on the device, and the merge on the host. Two of them
/// make special calls. The third stands for all others, which make the same calls.
void add_variants(std::vector<Scenario>& all) {
    constexpr std::array few{Variant::global_private, Variant::partitioned, Variant::item_packed};
    for (const auto variant : all_variants)
        for (const auto merge : all_merges) {
            const bool in_small =
                variant == Variant::local_atomic ||
                (std::ranges::count(few, variant) != 0 && (merge == Merge::device || merge == Merge::host));
            if (is_small() && !in_small) continue;
            const Options options{.knobs = {.variant = variant, .work_groups = 3, .merge = merge}};
            const auto title = std::string(name(variant)) + ", merge " + std::string(name(merge));
            const Case of{.problem = even_problem(), .options = options};
            if (merge != Merge::host) all.push_back(scenario<Counting>(title + ", enqueued", of));
            auto returned = of;
            returned.returned = true;
            all.push_back(scenario<Counting>(title + ", returned", returned));
        }
}

void add_kinds_of_jobs(std::vector<Scenario>& all) {
    const Options options{
        .knobs = {.variant = Variant::local_atomic, .work_groups = 3, .merge = Merge::device}};
    const auto add = [&](std::string title, Case of) {
        all.push_back(scenario<Counting>(std::move(title), std::move(of)));
    };
    add("as chosen", {.problem = even_problem()});
    add("with an event", {.problem = even_problem(), .options = options, .event = true});
    add("a workspace of the caller's", {.problem = even_problem(), .options = options, .workspace = true});
    if (test_device().profile().svm_capabilities != 0) {
        auto fills = options;
        fills.knobs.merge = Merge::last_group;
        add("samples and workspace in shared virtual memory",
            {.problem = even_problem(), .options = fills, .svm = true});
    }
    if (test_device().has_out_of_order_queues())
        add("an out-of-order queue", {.problem = even_problem(),
                                      .options = options,
                                      .queue = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
                                      .event = true});
    add("added to the counts", {.problem = even_problem(), .options = options, .accumulate = true});
    add("no samples", {.problem = even_problem(), .options = options, .shape = {.count = 0}, .event = true});
    auto launches = options;
    launches.samples_per_launch = elements / 3;
    add("three launches", {.problem = even_problem(), .options = launches});
    launches.knobs.merge = Merge::host;
    add("three launches, merge host", {.problem = even_problem(), .options = launches, .returned = true});

    Problem problem = even_problem();
    problem.axes.assign(8, identity_bins(100));
    const Options tables{.knobs = {.work_group_size = 64}, .samples_per_launch = elements / 24};
    const Shape rows{.count = elements / 8};
    add("columns in three launches", {.problem = problem, .options = tables, .shape = rows});
    problem.weights.type = SampleType::f32;
    problem.counter = CounterType::f64;
    add("columns of real weights in three launches", {.problem = problem, .options = tables, .shape = rows});
    problem = even_problem();
    problem.layout.mask = true;
    add("a mask", {.problem = problem});
    problem = even_problem();
    problem.batch = Batch::segments;
    add("segments", {.problem = problem, .shape = {.count = elements, .segment = elements / 4}});
    problem.batch = Batch::ragged;
    static constexpr std::array<std::uint64_t, 4> offsets{0, 100, 100, elements};
    add("ragged segments", {.problem = problem, .shape = {.count = elements, .offsets = offsets}});
    add("ragged segments, returned",
        {.problem = problem, .shape = {.count = elements, .offsets = offsets}, .returned = true});
    problem = even_problem();
    problem.counter = CounterType::u64;
    problem.axes = {even_bins(1U << 17U, 0, 200)};
    add("counts returned in place", {.problem = problem, .returned = true});
    problem = even_problem();
    problem.weights.type = SampleType::u32;
    problem.counter = CounterType::u64;
    add("whole weights", {.problem = problem});
    add("real weights", {.problem = real_weights()});
    add("real weights, returned", {.problem = real_weights(), .returned = true});
    add("real weights, added", {.problem = real_weights(), .accumulate = true});
}

} // namespace

std::vector<Scenario> counting_scenarios() {
    std::vector<Scenario> all;
    add_kinds_of_jobs(all);
    add_variants(all);
    add_recordings(all);
    return all;
}

} // namespace histo_cl::test
