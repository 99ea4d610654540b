#include "faults/opencl/scenario.hpp"
#include "support/folder.hpp"

#include <memory>

namespace histo_cl::test {
namespace {

/// A plan for summaries, made anew from the cache by each run, and what it says of four samples.
class Summary {
  public:
    Summary() {
        if (!test_device().profile().fp64) throw Error(Status::unsupported, "no doubles");
    }

    void run() {
        const auto& on = test_device();
        const SummaryPlan plan(on.context()(), on.id(), SampleType::i32, {.cache_directory = cache_.path()});
        summary_ = plan.summarize(on.queue()(), {.samples = samples_(), .count = 4});
    }

    [[nodiscard]] bool right() const {
        return summary_.count == 4 && summary_.least == -6 && summary_.greatest == 2 &&
               summary_.standard_deviation == 3;
    }

  private:
    Folder cache_;
    cl::Buffer samples_ = test_device().make_buffer(std::vector<std::int32_t>{0, 2, -6, 0});
    SampleSummary summary_;
};

} // namespace

std::vector<Scenario> summary_scenarios() {
    return {{.name = "a summary",
             .prepare =
                 [] {
                     const auto summary = std::make_shared<Summary>();
                     return Trial{.run = [summary] { summary->run(); },
                                  .right = [summary](const Seen& /*seen*/) { return summary->right(); },
                                  .resolve =
                                      [] {
                                          test_device().queue().finish();
                                          return true;
                                      }};
                 },
             .compiles = false}};
}

} // namespace histo_cl::test
