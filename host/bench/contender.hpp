#pragma once

#include "bench/data.hpp"
#include "bench/opencl.hpp"
#include "bench/outcome.hpp"
#include "bench/state.hpp"

#include <histo_cl/histo_cl.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace bench {

/// A contender that is ready to count one state: memory is allocated, and the samples exist.
class Trial {
  public:
    Trial() = default;
    Trial(const Trial&) = delete;
    Trial& operator=(const Trial&) = delete;
    virtual ~Trial() = default;

    /// Counts once into buffers filled with garbage, and returns the counts, channel by channel.
    [[nodiscard]] virtual std::vector<std::uint32_t> checked_run() = 0;
    /// The device's time for the commands of a call, up to the end of the last one; empty if the contender
    /// has no device clock, or the driver reports no times. The commands wait behind a kernel that keeps the
    /// device busy, so the latency of the host is hidden.
    [[nodiscard]] virtual std::optional<double> device_seconds() { return std::nullopt; }
    /// Host time from the call to finished counts on the device, starting with an idle device.
    [[nodiscard]] virtual double wall_seconds() = 0;

    /// Whether the contender bins by a rounded product, so that a sample next to an edge may be in the
    /// neighbouring bin.
    [[nodiscard]] virtual bool rounds_edges() const { return false; }
    /// The library's decision; empty for other contenders.
    [[nodiscard]] virtual std::optional<Planned> planned() const { return std::nullopt; }
    /// Bytes of device memory for private counts.
    [[nodiscard]] virtual std::uint64_t workspace_bytes() const { return 0; }
};

/// A histogram implementation on one device. Its functions throw histo_cl::Error or std::runtime_error.
struct Contender {
    std::string label; ///< e.g. "histo_cl"; the key of its results
    /// Generates the first samples of a data set; trials read them until the next call.
    std::function<void(const DataSet&, std::uint64_t samples)> make;
    std::function<std::unique_ptr<Trial>(const State&)> trial;
    /// Returns the time of launching an empty kernel and waiting for it; null for a contender that launches
    /// none.
    std::function<double()> empty_launch_seconds = {};
    std::map<std::string, std::string> versions = {}; ///< versions of a peer's components
};
using Contenders = std::vector<Contender>;

/// Builds the plans of all states, in `threads` threads, so that later plans come from the cache on disk.
/// Errors are reported when the state is run.
void build_first(OpenCl& opencl, const histo_cl::Options& options, std::span<const State> states,
                 unsigned threads);

/// The library as a contender, with these options, which may force a variant.
[[nodiscard]] Contender library(OpenCl& opencl, std::string_view label, const histo_cl::Options& options);
/// The label of the library if it chooses the variant.
inline constexpr const char* library_label = "histo_cl";

/// How often each measurement is run: at least `runs` times and until `min_seconds` are timed, but at most
/// `max_runs` times. It ends before `runs` runs if at least two runs have taken `max_seconds` in total.
struct Pace {
    std::uint32_t runs = 10;
    std::uint32_t max_runs = 100;
    double min_seconds = 0.02;
    double max_seconds = 5;
    bool device_clock = true; ///< time the device too
};

/// Whether runs that took these seconds are enough.
[[nodiscard]] bool enough(const Pace& pace, const std::vector<double>& seconds) noexcept;

/// Functions that are called before each state, with its number from 0, and after each state, with its
/// result.
struct Progress {
    std::function<void(const State&, std::size_t index)> before;
    std::function<void(const Result&)> after;
};

/// Runs all states, grouped by data set. The contenders take turns, one run each. The first contender is the
/// library. `threads` host threads compute the expected counts.
void run_states(std::span<const State> states, OpenCl& opencl, const Contenders& contenders, const Pace& pace,
                unsigned threads, const Progress& progress);

/// Times repeated launches of an empty kernel, each until it has finished.
[[nodiscard]] Summary empty_launch(const Contender& contender);

} // namespace bench
