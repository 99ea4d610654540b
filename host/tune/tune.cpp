#include "common/file.hpp"
#include "common/opencl.hpp"
#include "common/program.hpp"
#include "common/signals.hpp"
#include "common/terminal.hpp"
#include "common/text.hpp"
#include "common/timing.hpp"
#include "tune/command.hpp"
#include "tune/report.hpp"
#include "tune/tuner.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <iterator>

namespace tune {

using common::ExitCode;
using Clock = std::chrono::steady_clock;

namespace {

/// The first Ctrl-C ends the search, the second the program.
std::atomic<bool> interrupted = false;

/// The share of a problem's time for its search; the rest is for confirming the result.
constexpr double search_share = 0.8;

/// Divides the time among the subjects: time that a subject does not use is available to the next ones.
class Budget {
  public:
    Budget(double seconds, std::size_t subjects) : end_(Clock::now() + duration(seconds)), left_(subjects) {}

    void begin_next() {
        begin_ = Clock::now();
        share_ = std::max(duration(0), end_ - begin_) / static_cast<double>(left_--);
        ++begun_;
    }
    [[nodiscard]] bool search_goes_on() const { return Clock::now() - begin_ < search_share * share_; }
    /// The fraction of the work that is done, from 0 to 1.
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

/// Tunes one subject. Throws like tune_problem(), except for a problem that this device cannot count: the row
/// then has the reason.
Row tune_subject(const histo_cl::Device& device, const Subject& subject, const Command& command,
                 const Budget& budget, Progress& progress) {
    Row row{.subject = to_string(subject), .outcome = std::nullopt, .reason = {}};
    try {
        const auto elements = command.elements != 0
                                  ? command.elements
                                  : suitable_elements(problem_of(subject, 1), device.profile);
        const auto problem = problem_of(subject, elements);
        progress.show(budget.done(), row.subject + ": data");
        std::size_t tried = 0;
        const auto before = [&](const histo_cl::Knobs& knobs) {
            progress.show(budget.done(), row.subject + ", " + std::to_string(++tried) + ": " +
                                             (knobs == histo_cl::Knobs{} ? "default" : to_string(knobs)));
        };
        const auto time_left = [&] { return !interrupted && budget.search_goes_on(); };
        row.outcome = tune_problem(device, problem, time_left, before);
    } catch (const histo_cl::Error& error) {
        if (error.status() != histo_cl::Status::unsupported) throw;
        row.reason = error.what();
    }
    return row;
}

/// Writes an outcome to the file immediately, so that it is not lost if the program is interrupted.
void keep(const std::filesystem::path& file, const histo_cl::DeviceProfile& profile, const Outcome& outcome) {
    auto table = read_if_there(file);
    const auto before = table;
    put(table, profile, outcome.finding);
    if (!(table == before)) write_table(file, table);
}

void print_device(const histo_cl::Device& device) {
    constexpr std::size_t begin = 8;
    const auto line = [](const char* key, const std::string& text) {
        return common::pad_right(key, begin) + common::wrapped(text, common::line_columns(), begin) + "\n";
    };
    common::print(line("device", to_string(device.profile)) + line("driver", device.profile.driver) + "\n");
}

using histo_cl::CounterType;
using histo_cl::SampleType;

constexpr std::uint64_t elements = std::uint64_t{1} << 24U; // programs do not depend on this number

/// The problem that histogram() makes if the caller gives no bins. For types wider than 16 bits and for
/// floats, the bins then range from the smallest to the largest sample, so they rarely begin at 0.
histo_cl::Problem default_problem_of(SampleType sample) {
    auto problem = histo_cl::default_problem({sample, {}});
    if (is_float(sample) || bytes(sample) > 2) problem.axes = {histo_cl::even_bins(256, 3, 1003)};
    return problem;
}

/// A problem whose program is to be built in advance.
struct Warm {
    std::string name;
    histo_cl::Problem problem;
};

Warm warm(const Subject& subject) {
    return {to_string(subject), problem_of(subject, elements)};
}

/// The common problems, which are built by default. For each sample type: the default bins of histogram(),
/// and 256 even bins with both counter types. For types wider than 16 bits also 65536 even bins, and for f32
/// and f64 also logarithmic bins, with both counter types.
std::vector<Warm> common_problems() {
    std::vector<Warm> problems;
    for (const auto sample : histo_cl::all_sample_types) {
        problems.push_back({std::string(name(sample)) + ", default bins", default_problem_of(sample)});
        const bool narrow = bytes(sample) <= 2;
        for (const auto counter : {CounterType::u32, CounterType::u64}) {
            problems.push_back(warm({.sample = sample, .bins = 256, .counter = counter}));
            if (narrow) continue;
            problems.push_back(warm({.sample = sample, .bins = 65536, .counter = counter}));
            if (is_float(sample))
                problems.push_back(
                    warm({.sample = sample, .bins = 256, .binning = "log", .counter = counter}));
        }
    }
    return problems;
}

/// Makes a plan of each problem, so that the caches of the library and of the driver hold its program, and
/// prints a line for each. Throws histo_cl::Error, except for problems that the device cannot count.
void warm_caches(const histo_cl::Device& device, const std::vector<Warm>& problems) {
    std::size_t width = 0;
    for (const auto& problem : problems)
        width = std::max(width, problem.name.size());
    const cl::Context context(cl::Device(device.id, true));
    const common::Stopwatch all;
    std::size_t built = 0;
    for (const auto& [name, problem] : problems) {
        common::print(common::pad_right(name, width + 2));
        const common::Stopwatch one;
        try {
            const histo_cl::Plan plan(context(), device.id, problem);
            const auto took = common::duration(one.seconds());
            built += plan.built_from_cache() ? 0U : 1U;
            common::print((plan.built_from_cache() ? "there already, " : "built, ") + took + '\n');
        } catch (const histo_cl::Error& error) {
            if (error.status() != histo_cl::Status::unsupported) throw;
            common::print(common::wrapped(error.what(), common::line_columns(), width + 2) + "\n");
        }
    }
    common::print("\nbuilt " + std::to_string(built) + (built == 1 ? " program in " : " programs in ") +
                  common::duration(all.seconds()) + '\n');
}

ExitCode build_ahead(const Command& command) {
    const auto device = common::device_named(command.device);
    print_device(device);
    std::vector<Warm> problems;
    std::ranges::transform(subjects_of(command), std::back_inserter(problems), warm);
    warm_caches(device, problems.empty() ? common_problems() : problems);
    return ExitCode::ok;
}

ExitCode tune_all(const Command& command) {
    const auto file = output_of(command);
    static_cast<void>(read_if_there(file)); // report a broken table before the work
    const auto device = common::device_named(command.device);
    print_device(device);
    common::at_next_interrupt([] { interrupted = true; });
    auto subjects = subjects_of(command);
    if (subjects.empty()) subjects = usual_subjects();
    std::vector<Row> rows;
    std::size_t better = 0;
    {
        Progress progress;
        Budget budget(command.seconds, subjects.size());
        for (const auto& subject : subjects) {
            budget.begin_next();
            rows.push_back(tune_subject(device, subject, command, budget, progress));
            if (const auto& outcome = rows.back().outcome) {
                keep(file, device.profile, *outcome);
                better += outcome->finding.better ? 1U : 0U;
            }
            if (interrupted) break;
        }
    }
    common::print(report(rows, common::line_columns()) + "\n");
    if (better != 0)
        common::print("wrote " + std::to_string(better) + (better == 1 ? " entry to " : " entries to ") +
                      common::text_of(file) + "\n");
    else
        common::print("nothing was 3 % faster than the library's own choice\n");
    return interrupted ? ExitCode::interrupted : ExitCode::ok;
}

ExitCode run(const common::Call& call, const Command& command) try {
    return command.warm ? build_ahead(command) : tune_all(command);
} catch (const WrongCounts& error) {
    common::complain(call.program, error.what());
    return ExitCode::wrong_counts;
}

} // namespace

common::Subcommand subcommand() {
    return common::subcommand<Command>("tune", add_options, run);
}

} // namespace tune
