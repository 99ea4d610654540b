#include "tune/tune.hpp"

#include "common/devices.hpp"
#include "common/file.hpp"
#include "common/program.hpp"
#include "common/signals.hpp"
#include "common/terminal.hpp"
#include "common/text.hpp"
#include "tune/command.hpp"
#include "tune/report.hpp"
#include "tune/warm.hpp"

#include <atomic>
#include <chrono>

namespace tune {

using common::ExitCode;
using Clock = std::chrono::steady_clock;

namespace {

/// The first Ctrl-C ends the search, the second the program.
std::atomic<bool> interrupted = false;

/// The part of a problem's time that its search takes; the rest is for confirming what it found.
constexpr double search_share = 0.8;

/// The subjects' shares of the time: what one leaves over goes to those after it.
class Budget {
  public:
    Budget(double seconds, std::size_t subjects) : end_(Clock::now() + duration(seconds)), left_(subjects) {}

    void begin_next() {
        begin_ = Clock::now();
        share_ = std::max(duration(0), end_ - begin_) / static_cast<double>(left_--);
        ++begun_;
    }
    [[nodiscard]] bool search_goes_on() const { return Clock::now() - begin_ < search_share * share_; }
    /// Of the whole, from 0 to 1.
    [[nodiscard]] double done() const {
        const auto all = static_cast<double>(begun_ + left_);
        const double part = share_.count() > 0 ? (Clock::now() - begin_) / share_ : 1;
        return (static_cast<double>(begun_ - 1) + std::min(part, 1.0)) / all;
    }

  private:
    static std::chrono::duration<double> duration(double seconds) {
        return std::chrono::duration<double>(seconds);
    }

    std::chrono::time_point<Clock, std::chrono::duration<double>> end_;
    std::chrono::time_point<Clock, std::chrono::duration<double>> begin_;
    std::chrono::duration<double> share_{0};
    std::size_t left_;
    std::size_t begun_ = 0;
};

/// Throws like tune_problem(), but for problems that this device cannot count.
Row tune_subject(const histo_cl::Device& device, const Subject& subject, const Command& command,
                 const Budget& budget, Progress& progress) {
    Row row{.subject = to_string(subject), .outcome = std::nullopt, .reason = {}};
    try {
        const auto elements = command.elements != 0
                                  ? command.elements
                                  : suitable_elements(problem_of(subject, 1), device.profile);
        const auto problem = problem_of(subject, elements);
        progress.show(budget.done(), row.subject + ": data");
        const Rig rig(device, problem);
        std::size_t tried = 0;
        const auto before = [&](const histo_cl::Options& knobs) {
            progress.show(budget.done(), row.subject + ", " + std::to_string(++tried) + ": " +
                                             (knobs == histo_cl::Options{} ? "default" : to_string(knobs)));
        };
        const auto time_left = [&] { return !interrupted && budget.search_goes_on(); };
        row.outcome = tune_problem(rig, problem, time_left, before);
    } catch (const histo_cl::Error& error) {
        if (error.status() != histo_cl::Status::unsupported) throw;
        row.reason = error.what();
    }
    return row;
}

/// Puts an outcome into the file right away, so that it is kept whatever happens next.
void keep(const Command& command, const histo_cl::DeviceProfile& profile, const Outcome& outcome) {
    auto table = read_if_there(command.output);
    const auto before = table;
    put(table, profile, outcome.finding);
    if (!(table == before)) write_table(command.output, table);
}

void print_device(const histo_cl::Device& device) {
    constexpr std::size_t begin = 8;
    const auto line = [](const char* key, const std::string& text) {
        return common::pad_right(key, begin) + common::wrapped(text, common::line_columns(), begin) + "\n";
    };
    common::print(line("device", to_string(device.profile)) + line("driver", device.profile.driver) + "\n");
}

ExitCode build_ahead(const Command& command) {
    const auto device = common::device_named(command.device);
    print_device(device);
    warm_caches(device, command.subjects.empty() ? common_problems() : problems_of(command.subjects));
    return ExitCode::ok;
}

ExitCode tune_all(const Command& command) {
    static_cast<void>(read_if_there(command.output)); // report a broken table before the work
    const auto device = common::device_named(command.device);
    print_device(device);
    common::at_next_interrupt([] { interrupted = true; });
    std::vector<Row> rows;
    std::size_t better = 0;
    {
        Progress progress;
        Budget budget(command.seconds, command.subjects.size());
        for (const auto& subject : command.subjects) {
            budget.begin_next();
            rows.push_back(tune_subject(device, subject, command, budget, progress));
            if (const auto& outcome = rows.back().outcome) {
                keep(command, device.profile, *outcome);
                better += outcome->finding.better ? 1U : 0U;
            }
            if (interrupted) break;
        }
    }
    common::print(report(rows, common::line_columns()) + "\n");
    if (better != 0)
        common::print("wrote " + std::to_string(better) + (better == 1 ? " entry to " : " entries to ") +
                      common::text_of(command.output) + "\n");
    else
        common::print("nothing was 3 % faster than the library's own choice\n");
    return interrupted ? ExitCode::interrupted : ExitCode::ok;
}

ExitCode run(const std::string& program, const Command& command) try {
    if (command.list_devices) {
        common::list_devices(program);
        return ExitCode::ok;
    }
    return command.warm ? build_ahead(command) : tune_all(command);
} catch (const WrongCounts& error) {
    common::complain(program, error.what());
    return ExitCode::wrong_counts;
}

} // namespace

common::Subcommand subcommand() {
    return {.name = "tune", .define = [](CLI::App& app) -> common::Work {
                return [command = add_options(app)](const common::Call& call) {
                    return run(call.program, command());
                };
            }};
}

} // namespace tune
