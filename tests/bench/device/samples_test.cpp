// A device generates the same samples as the host, bit for bit, and contenders run on it.

#include "bench/contender.hpp"
#include "bench/data.hpp"
#include "bench/opencl.hpp"

#include <histo_cl/histo_cl.hpp>

#include <cstring>
#include <doctest/doctest.h>
#include <memory>
#include <stdexcept>
#include <vector>

using namespace bench;
using histo_cl::SampleType;

namespace {

/// Counts correctly, and fails in its fourth timed run.
class Failing : public Trial {
  public:
    explicit Failing(std::vector<std::uint32_t> counts) : counts_(std::move(counts)) {}
    [[nodiscard]] std::vector<std::uint32_t> checked_run() override { return counts_; }
    [[nodiscard]] double wall_seconds() override {
        if (++runs_ == 4) throw std::runtime_error("no more");
        return 1e-3;
    }

  private:
    std::vector<std::uint32_t> counts_;
    int runs_ = 0;
};

} // namespace

TEST_CASE("a contender that fails during its timed runs has no times") {
    OpenCl device(histo_cl::default_device());
    const std::vector states{State{.elements = 1000, .bins = 100}};
    const auto data = data_set_of(states.front());
    const auto counts = Expected(data, 1000, states.front().layout, 1).counts(problem_of(states.front()));
    const Contender failing{
        .label = "failing",
        .make = [&](const DataSet& samples, std::uint64_t count) { device.make(samples, count); },
        .trial = [&](const State& /*state*/) { return std::make_unique<Failing>(counts); }};
    run_states(states, device, {failing}, {}, 1,
               {.before = [](const State& /*state*/, std::size_t /*index*/) {},
                .after =
                    [](const Result& result) {
                        const auto& outcome = result.outcomes.front().second;
                        CHECK(outcome.verdict == Verdict::failed);
                        CHECK(outcome.message == "no more");
                        CHECK(!outcome.wall);
                    }});
}

TEST_CASE("a device generates the same samples as the host, for each kind of data and each size of type") {
    OpenCl device(histo_cl::default_device());
    for (const auto entropy : all_entropies)
        for (const auto type : {SampleType::u8, SampleType::i16, SampleType::i32, SampleType::i64,
                                SampleType::f32, SampleType::f64})
            for (const std::uint32_t bins : {100U, 2'000'003U}) {
                const State state{.sample = type, .elements = 40'000, .bins = bins, .entropy = entropy};
                if (why_skipped(state)) continue;
                if (bins > 100 && type != SampleType::f32)
                    continue; // bins do not depend on the type, so one type is enough
                CAPTURE(to_string(state));
                const auto data = data_set_of(state);
                std::vector<std::byte> right(stored_bytes(state));
                fill(data, 0, right, 2);
                device.make(data, state.elements);
                CHECK(std::memcmp(device.mapped_samples(), right.data(), right.size()) == 0);
            }
}
