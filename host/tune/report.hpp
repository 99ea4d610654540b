#pragma once

#include "common/terminal.hpp"
#include "tune/subject.hpp"
#include "tune/tuner.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace tune {

/// A progress bar in a StatusLine.
class Progress {
  public:
    /// Shows the progress, `done` from 0 to 1, and the current step. Drawn at most ten times per second.
    void show(double done, const std::string& text);

  private:
    common::StatusLine line_;
    std::chrono::steady_clock::time_point last_ = {};
};

/// Returns a text such as "[#####---------------]  25 %  u8, 256 bins".
[[nodiscard]] std::string bar(double done, const std::string& text);

/// The result for one subject: an outcome, or the reason why there is none.
struct Row {
    std::string subject;
    std::optional<Outcome> outcome;
    std::string reason;
};

/// The rows as a table: the times with uniform and skewed data, by default and tuned, the speedup, and the
/// knobs. If lines would be longer than `width`, some columns of the table are left out.
[[nodiscard]] std::string report(const std::vector<Row>& rows, std::size_t width);

} // namespace tune
