#pragma once

#include <chrono>
#include <string>

namespace tune {

/// A progress bar on standard error if that is a terminal; else nothing. Cleared at the end.
class Progress {
  public:
    Progress();
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// `done` of 1, and the current step. Drawn at most ten times per second.
    void show(double done, const std::string& text);
    /// Clears the line, for other output.
    void hide();

  private:
    bool on_;
    bool shown_ = false;
    std::chrono::steady_clock::time_point last_ = {};
};

/// E.g. "[#####---------------]  25 %  u8, 256 bins", of at most so many columns.
[[nodiscard]] std::string bar(double done, const std::string& text, std::size_t columns);

} // namespace tune
