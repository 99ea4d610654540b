#pragma once

#include "bench/contender.hpp"
#include "bench/opencl.hpp"

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace bench {

/// histo_cl with given options: its own choice, or a forced variant. It plans without
/// Problem::max_samples, so states that differ in integers' elements or in entropy share a plan.
class Library : public Contender {
  public:
    Library(OpenCl& opencl, std::string label, histo_cl::Options options)
        : opencl_(opencl), label_(std::move(label)), options_(std::move(options)) {}

    [[nodiscard]] std::string label() const override { return label_; }
    void make(const DataSet& data, std::uint64_t samples) override { opencl_.make(data, samples); }
    [[nodiscard]] std::unique_ptr<Trial> trial(const State& state) override;
    [[nodiscard]] std::optional<double> empty_launch_seconds() override {
        return opencl_.empty_launch_seconds();
    }

  private:
    struct TimedPlan {
        histo_cl::Plan plan;
        double seconds; ///< that making it took
    };

    const TimedPlan& plan_for(const State& state);

    OpenCl& opencl_;
    std::string label_;
    histo_cl::Options options_;
    std::map<State, TimedPlan> plans_; ///< keyed by the part of a state that its problem depends on
};

/// Builds the plans of all states, in threads, so that later ones come from the cache on disk. Errors show
/// when the state is run.
void build_first(OpenCl& opencl, const histo_cl::Options& options, std::span<const State> states,
                 unsigned threads);

/// The library once, or a contender for each variant.
[[nodiscard]] std::vector<std::unique_ptr<Contender>>
library_contenders(OpenCl& opencl, const histo_cl::Options& options, bool all_variants);

} // namespace bench
