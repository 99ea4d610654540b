#include "program/live.hpp"

#include "common/program.hpp"
#include "common/signals.hpp"
#include "common/system.hpp"
#include "common/text.hpp"
#include "count/input.hpp"
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

constexpr auto min_pause = std::chrono::milliseconds(500);     // minimum time between two pictures
constexpr auto between_looks = std::chrono::milliseconds(100); // pause while a file does not grow
constexpr std::size_t lines_of_text = 14; ///< number of lines of a report besides its picture
constexpr std::size_t min_rows = 4;
constexpr std::size_t max_waiting = std::size_t{1} << 26U; ///< bytes in whole_ at which reading pauses

/// Reads an input with a thread, and keeps what has arrived in a temporary file.
class Arrived {
  public:
    /// `by_lines`: the file gets only whole lines, until the input ends.
    Arrived(files::Descriptor input, bool by_lines)
        : input_(std::move(input)), by_lines_(by_lines),
          goes_on_(files::status_of(input_.get()).kind == files::FileKind::regular),
          thread_([this](const std::stop_token& stop) { read(stop); }) {}
    Arrived(const Arrived&) = delete;
    Arrived& operator=(const Arrived&) = delete;
    ~Arrived() { end(); }

    /// The name of the temporary file.
    [[nodiscard]] std::string name() const { return files::name_of(file_.get()); }

    /// Ends the reading. A thread that handles a signal may also call it.
    void end() {
        interrupted_.request_stop();
        wake_.wake();
        const std::lock_guard lock(mutex_);
        changed_.notify_all();
    }

    /// Waits for more input, writes it to the file, and returns false after the end of the input. The file
    /// does not change until the next call. Throws what reading threw.
    [[nodiscard]] bool wait() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return is_enough() || ended_; });
        if (failure_) std::rethrow_exception(failure_);
        files::write_all(file_.get(), whole_);
        is_empty_ = is_empty_ && whole_.empty();
        is_countable_ = is_enough();
        whole_.clear();
        changed_.notify_all();
        return !ended_;
    }

    /// Whether nothing has been written to the file. Call it after wait() has returned false.
    [[nodiscard]] bool is_empty() const { return is_empty_; }

    /// Waits for the end of the input, but no longer than `longest`.
    void wait_for_end(Clock::duration longest) {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, longest, [&] { return ended_; });
    }

  private:
    /// Whether enough has arrived to be counted. A first line alone is not enough, because it may be a
    /// header.
    [[nodiscard]] bool is_enough() const {
        return !whole_.empty() && (is_countable_ || lines_ > 1 || whole_.size() >= max_waiting);
    }

    void read(const std::stop_token& stop) {
        std::vector<std::byte> rest; // bytes that are not yet in whole_
        try {
            std::array<std::byte, 1U << 16U> block{};
            while (!stop.stop_requested() && !interrupted_.stop_requested()) {
                const auto got = files::read_next(input_.get(), block, &wake_);
                if (got > 0) {
                    rest.insert(rest.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(got));
                    take(rest);
                } else if (goes_on_) {
                    std::this_thread::sleep_for(between_looks);
                } else {
                    break;
                }
            }
        } catch (const common::Interrupted&) { // end() was called
        } catch (...) {
            const std::lock_guard lock(mutex_);
            failure_ = std::current_exception();
        }
        const std::lock_guard lock(mutex_);
        if (!interrupted_.stop_requested()) whole_.insert(whole_.end(), rest.begin(), rest.end());
        ended_ = true;
        changed_.notify_all();
    }

    /// Moves the whole lines of `rest`, or all of it, to whole_, when there is room.
    void take(std::vector<std::byte>& rest) {
        const auto last = by_lines_ && rest.size() < max_waiting
                              ? std::find(rest.rbegin(), rest.rend(), std::byte{'\n'})
                              : rest.rbegin();
        const auto end = last.base();
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return whole_.size() < max_waiting || interrupted_.stop_requested(); });
        lines_ += by_lines_ ? std::count(rest.begin(), end, std::byte{'\n'}) : 2;
        whole_.insert(whole_.end(), rest.begin(), end);
        rest.erase(rest.begin(), end);
        changed_.notify_all();
    }

    files::Descriptor input_;
    files::Descriptor file_ = files::make_temporary_file();
    bool by_lines_;
    bool goes_on_; ///< the input is a regular file, which may grow
    files::Wake wake_;
    std::stop_source interrupted_;
    std::mutex mutex_; ///< guards the members below
    std::condition_variable changed_;
    std::vector<std::byte> whole_; ///< what is not in the file yet
    std::ptrdiff_t lines_ = 0;     ///< number of whole lines so far
    bool is_empty_ = true;         ///< nothing has been written to the file
    bool is_countable_ = false;    ///< the file has more than a header
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
    const auto& reading = command.reading;
    const bool may_be_text = !reading.raw && !reading.type && reading.shape.empty() && reading.skip == 0;
    const bool by_lines = may_be_text || !reading.columns.empty();
    Arrived arrived(name == "-" ? files::Descriptor(files::standard_input) : files::open_to_read(name),
                    by_lines);
    std::atomic<bool> interrupted = false;
    common::at_next_interrupt([&] {
        interrupted = true;
        arrived.end();
    });

    struct Unregister {
        ~Unregister() { common::at_next_interrupt(nullptr); }
    };
    const Unregister before_the_end_of_arrived;

    auto all = command;
    all.files = {arrived.name()};
    all.shown_name = name == "-" ? "standard input" : name;
    all.reading.truncate = all.reading.truncate || reading.columns.empty();
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
            try {
                count(so_far);
            } catch (const NoSamples&) { // they may arrive later
            }
        }
        arrived.wait_for_end(std::max<Clock::duration>(min_pause, 4 * (Clock::now() - begin)));
    }
    if (redraws) common::print("\x1b[H\x1b[J", common::Content::painted);
    const auto end_as_interrupted = [&](const char* message) {
        common::complain(command.program, message);
        return ExitCode::interrupted;
    };
    constexpr const char* too_early = "interrupted before samples arrived";
    if (interrupted && arrived.is_empty()) return end_as_interrupted(too_early);
    try {
        const auto code = count(all);
        return interrupted ? end_as_interrupted("interrupted: these are the counts so far") : code;
    } catch (const NoSamples&) {
        if (!interrupted) throw;
        return end_as_interrupted(too_early);
    }
}

} // namespace count
