#include "faults/opencl/scenario.hpp"
#include "support/folder.hpp"

#include <optional>

namespace histo_cl::test {
namespace {

constexpr std::size_t planning_elements = 3000;

Problem edges_problem() {
    return {.sample = SampleType::u8, .axes = {edge_bins({0, 3, 10, 100, 101, 250})}};
}

/// How a plan gets its program.
enum class From {
    source, ///< compiled; the cache, if the options allow one, is empty
    cache,
    plan, ///< from another plan that has the program
};

/// A plan that each run creates.
class Planning : public Trial {
  public:
    Planning(Problem problem, Options options, From from)
        : problem_(std::move(problem)), options_(std::move(options)), from_(from) {
        if (options_.program_cache.bytes != 0) options_.program_cache.directory = cache_.path();
        if (from == From::plan) other_ = test_device().plan(problem_, options_);
    }

    void run() override {
        plan_.reset();
        if (from_ == From::source)
            for (const auto& entry : std::filesystem::directory_iterator(cache_.path()))
                std::filesystem::remove(entry.path());
        plan_ = test_device().plan(problem_, options_);
    }

    /// Whether the plan counts correctly, and, unless its compilation failed, has the same variant as without
    /// a failure.
    [[nodiscard]] bool right(const Findings& seen) override {
        const auto variant = plan_->decision().variant;
        if (!usual_) usual_ = variant;
        const bool compiler_refused = std::string_view(seen.first) == "clBuildProgram";
        return counts_right() && (variant == *usual_ || compiler_refused);
    }

  private:
    [[nodiscard]] bool counts_right() const {
        const auto& device = test_device();
        std::vector<std::uint8_t> samples(planning_elements);
        for (std::size_t i = 0; i < samples.size(); ++i)
            samples[i] = static_cast<std::uint8_t>(i * i);
        const std::vector<float> ones(problem_.weights.type ? planning_elements : 0, 1.0F);
        const auto sample_buffer = device.make_buffer(samples);
        const auto weights = device.make_buffer(ones);
        Job job{.samples = sample_buffer(), .shape = {.count = planning_elements}};
        if (problem_.weights.type) job.weights = weights();
        if (problem_.weights.type)
            return plan_->count(device.queue()(), job) ==
                   reference_histogram(problem_, {.samples = std::as_bytes(std::span(samples)),
                                                  .weights = std::as_bytes(std::span(ones))});
        return plan_->count(device.queue()(), job) ==
               reference_histogram(problem_, std::as_bytes(std::span(samples)));
    }

    Folder cache_;
    Problem problem_;
    Options options_;
    From from_;
    std::optional<Plan> other_;
    std::optional<Plan> plan_;
    std::optional<Variant> usual_;
};

} // namespace

std::vector<Scenario> planning_scenarios() {
    const Options forced{
        .knobs = {.variant = Variant::global_private, .work_groups = 3, .merge = Merge::device}};
    std::vector<Scenario> all{
        building_scenario<Planning>("from source, without a cache", edges_problem(),
                                    Options{.program_cache = {.bytes = 0}}, From::source),
        building_scenario<Planning>("from source, into the cache", edges_problem(), Options{}, From::source)};
    for (auto& compiling : all)
        compiling.compiles = true;
    all.push_back(building_scenario<Planning>("from the cache", edges_problem(), Options{}, From::cache));
    all.push_back(building_scenario<Planning>("from the cache, forced", even_problem(), forced, From::cache));
    all.push_back(
        building_scenario<Planning>("from the cache, real weights", real_weights(), Options{}, From::cache));
    all.push_back(scenario<Planning>("with another plan's program", edges_problem(), Options{}, From::plan));
    all.push_back(scenario<Planning>("with another plan's program, real weights", real_weights(), Options{},
                                     From::plan));
    return all;
}

} // namespace histo_cl::test
