#include "faults/opencl/scenario.hpp"
#include "support/folder.hpp"

#include <memory>
#include <optional>

namespace histo_cl::test {
namespace {

constexpr std::size_t planning_elements = 3000;

Problem edges_problem() {
    return {.sample = SampleType::u8, .axes = {edge_bins({0, 3, 10, 100, 101, 250})}};
}

Problem real_weights() {
    auto problem = edges_problem();
    problem.weights = SampleType::f32;
    problem.counter = CounterType::f64;
    return problem;
}

/// A plan that each run creates.
class Planning {
  public:
    Planning(Problem problem, Options knobs, bool cold)
        : problem_(std::move(problem)), knobs_(std::move(knobs)), cold_(cold) {
        if (knobs_.program_cache) knobs_.cache_directory = cache_.path();
    }

    void run() {
        plan_.reset();
        if (cold_) empty_cache();
        plan_ = test_device().plan(problem_, knobs_);
    }

    /// Whether the plan counts correctly, and, unless its compilation failed, has the same variant as without
    /// a failure.
    [[nodiscard]] bool right(const Findings& seen) {
        const auto variant = plan_->decision().variant;
        if (!usual_) usual_ = variant;
        const bool compiler_refused = std::string_view(seen.first) == "clBuildProgram";
        return counts_right() && (variant == *usual_ || compiler_refused);
    }

  private:
    void empty_cache() const {
        for (const auto& entry : std::filesystem::directory_iterator(cache_.path()))
            std::filesystem::remove(entry.path());
    }

    [[nodiscard]] bool counts_right() const {
        const auto& device = test_device();
        std::vector<std::uint8_t> samples(planning_elements);
        for (std::size_t i = 0; i < samples.size(); ++i)
            samples[i] = static_cast<std::uint8_t>(i * i);
        const std::vector<float> ones(problem_.weights ? planning_elements : 0, 1.0F);
        const auto sample_buffer = device.make_buffer(samples);
        const auto weights = device.make_buffer(ones);
        Job job{.samples = sample_buffer(), .shape = {.count = planning_elements}};
        if (problem_.weights) job.weights = weights();
        if (problem_.weights)
            return plan_->count<double>(device.queue()(), job) ==
                   reference_histogram<double>(problem_, {.samples = std::as_bytes(std::span(samples)),
                                                          .weights = std::as_bytes(std::span(ones))});
        return plan_->count(device.queue()(), job) ==
               reference_histogram(problem_, std::as_bytes(std::span(samples)));
    }

    Folder cache_;
    Problem problem_;
    Options knobs_;
    bool cold_;
    std::optional<Plan> plan_;
    std::optional<Variant> usual_;
};

Scenario scenario(std::string name, Problem problem, Options knobs, bool cold) {
    return {.name = std::move(name),
            .prepare =
                [=] {
                    const auto planning = std::make_shared<Planning>(problem, knobs, cold);
                    return Trial{.run = [planning] { planning->run(); },
                                 .right = [planning](const Findings& seen) { return planning->right(seen); }};
                },
            .compiles = cold || !knobs.program_cache};
}

/// A plan that shares the program of another plan.
Scenario shared(std::string name, Problem problem) {
    return {.name = std::move(name), .prepare = [=] {
                const auto holder = std::make_shared<Plan>(test_device().plan(problem));
                const auto planning = std::make_shared<Planning>(problem, Options{}, false);
                return Trial{.run = [planning, holder] { planning->run(); },
                             .right = [planning](const Findings& seen) { return planning->right(seen); }};
            }};
}

} // namespace

std::vector<Scenario> planning_scenarios() {
    return {scenario("from source, without a cache", edges_problem(), {.program_cache = false}, false),
            scenario("from source, into the cache", edges_problem(), {}, true),
            scenario("from the cache", edges_problem(), {}, false),
            scenario("from the cache, forced", edges_problem(),
                     {.variant = Variant::global_private, .work_groups = 2, .merge = Merge::device}, false),
            scenario("from the cache, real weights", real_weights(), {}, false),
            shared("with another plan's program", edges_problem()),
            shared("with another plan's program, real weights", real_weights())};
}

} // namespace histo_cl::test
