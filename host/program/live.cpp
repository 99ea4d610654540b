#include "program/live.hpp"

#include "common/program.hpp"
#include "common/signals.hpp"
#include "common/system.hpp"
#include "common/text.hpp"
#include "files/system.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <span>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

namespace count {

namespace {

using common::ExitCode;
using common::UsageError;
using Clock = std::chrono::steady_clock;

constexpr auto min_pause = std::chrono::milliseconds(500);     // between two pictures
constexpr auto between_looks = std::chrono::milliseconds(100); // at a file that has not grown
constexpr std::size_t lines_of_text = 14;                      ///< of a report, beside its picture
constexpr std::size_t min_rows = 4;

/// What has arrived of an input, in a temporary file, and a thread that reads it.
class Arrived {
  public:
    /// `by_lines`: only whole lines are taken, until the input ends.
    Arrived(files::Descriptor input, bool by_lines)
        : input_(std::move(input)), by_lines_(by_lines),
          goes_on_(files::status_of(input_.get()).kind == files::FileKind::regular),
          thread_([this](const std::stop_token& stop) { read(stop); }) {}
    Arrived(const Arrived&) = delete;
    Arrived& operator=(const Arrived&) = delete;
    ~Arrived() { end(); }

    /// The name of the temporary file.
    [[nodiscard]] std::string name() const { return files::name_of(file_.get()); }

    /// Ends the reading, also from a thread that handles a signal.
    void end() {
        interrupted_.request_stop();
        wake_.wake();
    }

    /// Waits for more, and returns false after the end. Throws what reading threw.
    [[nodiscard]] bool wait() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return fresh_ || ended_; });
        fresh_ = false;
        if (failure_) std::rethrow_exception(failure_);
        return !ended_;
    }

    /// Waits for the end, at most that long.
    void wait_for_end(Clock::duration longest) {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, longest, [&] { return ended_; });
    }

  private:
    void read(const std::stop_token& stop) {
        try {
            std::array<std::byte, 1U << 16U> block{};
            while (!stop.stop_requested() && !interrupted_.stop_requested()) {
                const auto got = files::read_next(input_.get(), block, &wake_);
                if (got > 0) {
                    take(std::span(block).first(got));
                } else if (goes_on_) {
                    std::this_thread::sleep_for(between_looks);
                } else {
                    break;
                }
            }
            if (!interrupted_.stop_requested()) files::write_all(file_.get(), rest_);
        } catch (const common::Interrupted&) { // the end
        } catch (...) {
            const std::lock_guard lock(mutex_);
            failure_ = std::current_exception();
        }
        const std::lock_guard lock(mutex_);
        ended_ = true;
        changed_.notify_all();
    }

    void take(std::span<const std::byte> block) {
        rest_.insert(rest_.end(), block.begin(), block.end());
        const auto last = std::find(rest_.rbegin(), rest_.rend(), std::byte{'\n'});
        const auto whole = by_lines_ ? static_cast<std::size_t>(rest_.rend() - last) : rest_.size();
        lines_ += by_lines_ ? std::count(rest_.begin(), last.base(), std::byte{'\n'}) : 2;
        files::write_all(file_.get(), std::span(rest_).first(whole));
        rest_.erase(rest_.begin(), rest_.begin() + static_cast<std::ptrdiff_t>(whole));
        if (whole == 0 || lines_ < 2) return; // the first line may be a header
        const std::lock_guard lock(mutex_);
        fresh_ = true;
        changed_.notify_all();
    }

    files::Descriptor input_;
    files::Descriptor file_ = files::make_temporary_file();
    bool by_lines_;
    bool goes_on_; ///< a regular file may grow
    std::vector<std::byte> rest_;
    std::ptrdiff_t lines_ = 0;
    files::Wake wake_;
    std::stop_source interrupted_;
    std::mutex mutex_; ///< guards the members below
    std::condition_variable changed_;
    bool fresh_ = false;
    bool ended_ = false;
    std::exception_ptr failure_;
    std::jthread thread_; ///< last, because it uses the others
};

} // namespace

ExitCode follow(const Command& command, const std::function<ExitCode(const Command&)>& count) {
    if (command.files.size() != 1 || command.mode != Mode::count || command.analysis.equalized)
        throw UsageError("--live follows one FILE or standard input, and counts it, without --all-variants, "
                         "--show-source and --equalize");
    const auto& name = command.files.front();
    Arrived arrived(name == "-" ? files::Descriptor(files::standard_input) : files::open_to_read(name),
                    !command.reading.columns.empty());
    std::atomic<bool> interrupted = false;
    common::at_next_interrupt([&] {
        interrupted = true;
        arrived.end();
    });

    auto all = command;
    all.files = {arrived.name()};
    all.shown_name = name == "-" ? "standard input" : name;
    all.reading.truncate = all.reading.truncate || command.reading.columns.empty();
    auto so_far = all;
    so_far.save.reset();
    const bool redraws =
        command.output == Output::picture && common::is_terminal(common::StandardStream::output);
    const auto lines = common::terminal_lines(common::StandardStream::output).value_or(50);
    if (so_far.max_rows == 0)
        so_far.max_rows =
            static_cast<std::uint32_t>(std::max(lines, lines_of_text + min_rows) - lines_of_text);
    while (arrived.wait()) {
        const auto begin = Clock::now();
        if (redraws) {
            common::print("\x1b[H\x1b[J", common::Content::painted);
            count(so_far);
        }
        arrived.wait_for_end(std::max<Clock::duration>(min_pause, 4 * (Clock::now() - begin)));
    }
    if (redraws) common::print("\x1b[H\x1b[J", common::Content::painted);
    const auto code = count(all);
    common::at_next_interrupt(nullptr);
    if (!interrupted) return code;
    common::complain(command.program, "interrupted: these are the counts so far");
    return ExitCode::interrupted;
}

} // namespace count
