#pragma once

#include "tune/search.hpp"

#include <histo_cl/histo_cl.hpp>

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

namespace tune {

/// Counts that are not the reference's.
class WrongCounts : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A problem with data of every spread on a device, where knobs are timed. The data is one block again and
/// again, so that the reference has less to count.
class Rig {
  public:
    /// Throws histo_cl::Error and cl::Error, like attempt(). Problem::max_samples elements are counted.
    Rig(const histo_cl::Device& device, const histo_cl::Problem& problem);
    ~Rig();
    Rig(const Rig&) = delete;
    Rig& operator=(const Rig&) = delete;

    /// The library's own choice. Throws histo_cl::Error if the device does not support it, else like
    /// attempt().
    [[nodiscard]] Trial default_choice() const;

    /// Builds, checks the counts of every spread, and times; nothing if the device cannot have these knobs.
    /// Throws WrongCounts.
    [[nodiscard]] std::optional<Trial> attempt(const histo_cl::Options& knobs) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace tune
