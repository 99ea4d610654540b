#include "program.hpp"

#include "command.hpp"
#include "common/environment.hpp"
#include "common/file.hpp"
#include "common/program.hpp"
#include "common/stopwatch.hpp"
#include "common/text.hpp"
#include "compare.hpp"
#include "library.hpp"
#include "records.hpp"
#include "run_info.hpp"
#include "table.hpp"

#include <iostream>
#include <unistd.h>

namespace bench {

using common::duration;
using common::ExitCode;
using common::print;
using common::Stopwatch;

namespace {

ExitCode list_devices() {
    std::string text;
    for (const auto& device : histo_cl::devices())
        text += std::to_string(device.platform_index) + ":" + std::to_string(device.device_index) + "  " +
                to_string(device.profile) + ", " + device.profile.platform + "\n";
    print(text);
    return ExitCode::ok;
}

ExitCode list_states(const Command& command) {
    std::string text;
    for (const auto& state : command.states) {
        const auto reason = why_skipped(state);
        text += to_string(state) + (reason ? "  skipped: " + *reason : "") + "\n";
    }
    print(text);
    return ExitCode::ok;
}

ExitCode compare_files(const Command& command) {
    const auto& [a, b] = command.compared;
    const auto text_a = common::read_file(a);
    const auto text_b = common::read_file(b);
    print(report(compare_json(a, text_a, b, text_b), command.worst, true));
    return ExitCode::ok;
}

/// What is being done: on a terminal a line that the next one overwrites, else a line each minute.
class ProgressLine {
  public:
    void show(const State& state, std::size_t index, std::size_t count) {
        const auto text =
            "[" + std::to_string(index + 1) + "/" + std::to_string(count) + "] " + to_string(state);
        if (terminal_) {
            std::cerr << "\r" << common::pad_right(text, 78) << std::flush;
        } else if (since_.seconds() > 60 || index == 0) {
            std::cerr << text << '\n';
            since_ = Stopwatch();
        }
    }
    void clear() const {
        if (terminal_) std::cerr << '\r' << std::string(78, ' ') << '\r' << std::flush;
    }

  private:
    bool terminal_ = ::isatty(STDERR_FILENO) == 1;
    Stopwatch since_;
};

/// A run's results, which reach the files as they come.
class Run {
  public:
    Run(const Command& command, RunInfo info) : command_(command), info_(std::move(info)) {}

    RunInfo& info() { return info_; }
    [[nodiscard]] const std::vector<Result>& results() const { return results_; }

    void add(const Result& result) {
        results_.push_back(result);
        constexpr double seconds_between_saves = 20;
        if (since_saved_.seconds() > seconds_between_saves) save();
    }

    void finish() {
        info_.complete = true;
        save();
    }

    void save() {
        info_.seconds = since_start_.seconds();
        if (!command_.json.empty()) common::write_file(command_.json, json_of(info_, results_));
        if (!command_.csv.empty()) common::write_file(command_.csv, csv_of(results_));
        since_saved_ = Stopwatch();
    }

  private:
    const Command& command_;
    RunInfo info_;
    std::vector<Result> results_;
    Stopwatch since_start_;
    Stopwatch since_saved_;
};

/// The library's own outcomes decide; how a peer fares is no fault of this program.
ExitCode verdict_on(const std::string& program, const std::vector<Result>& results, std::string_view peer) {
    std::size_t wrong = 0;
    std::size_t failed = 0;
    std::size_t right = 0;
    for (const auto& result : results)
        for (const auto& [label, outcome] : result.outcomes) {
            if (label == peer) continue;
            right += outcome.verdict == Verdict::right ? 1 : 0;
            wrong += outcome.verdict == Verdict::wrong ? 1 : 0;
            failed += outcome.verdict == Verdict::failed ? 1 : 0;
            if (outcome.verdict == Verdict::wrong || outcome.verdict == Verdict::failed)
                std::cerr << program << ": " << to_string(result.state) << ": " << label << " "
                          << name(outcome.verdict) << ": " << outcome.message << '\n';
        }
    if (wrong > 0) return ExitCode::wrong_counts;
    if (failed > 0) return ExitCode::device;
    if (right > 0) return ExitCode::ok;
    std::cerr << program << ": no state could be run\n";
    return ExitCode::usage;
}

ExitCode run_all(const std::string& program, const Command& command, std::vector<std::string> command_line,
                 const FindPeer& find_peer) {
    const auto device = common::device_named(command.device);
    OpenCl opencl(device);
    auto contenders = library_contenders(opencl, command.options, command.all_variants);
    RunInfo info{.program = program,
                 .command_line = std::move(command_line),
                 .date = utc_now(),
                 .device = device.profile,
                 .peer = {},
                 .empty_launch = {}};
    info.empty_launch["histo_cl"] = empty_launch(*contenders.front());
    std::string peer_label;
    if (find_peer) {
        auto peer = find_peer(device);
        peer_label = peer.contender->label();
        info.peer = std::move(peer.versions);
        info.empty_launch[peer_label] = empty_launch(*peer.contender);
        contenders.push_back(std::move(peer.contender));
    }

    Run run(command, std::move(info));
    run.save(); // so that a path that cannot be written is known at once
    std::cerr << to_string(device.profile) << "; an empty kernel takes "
              << duration(run.info().empty_launch["histo_cl"].median) << '\n';
    if (command.build_threads > 0) {
        const Stopwatch stopwatch;
        build_first(opencl, command.options, command.states,
                    device.profile.thread_safe ? command.build_threads : 1);
        std::cerr << "the kernels are built, in " << duration(stopwatch.seconds()) << '\n';
    }
    ProgressLine line;
    print(table_head());
    run_states(command.states, opencl, contenders, command.pace, command.threads,
               {.before = [&](const State& state, std::size_t index,
                              std::size_t count) { line.show(state, index, count); },
                .after =
                    [&](const Result& result) {
                        line.clear();
                        print(table_lines(result));
                        run.add(result);
                    }});
    run.finish();
    if (find_peer) print("\n" + report(compare(run.results(), "histo_cl", peer_label), command.worst, false));
    return verdict_on(program, run.results(), peer_label);
}

ExitCode run_command_line(const std::string& program, int argc, char** argv, const FindPeer& find_peer) {
    const auto command = parse_command(program, argc, argv);
    if (!command) return ExitCode::ok;
    switch (command->mode) {
    case Mode::list_devices: return list_devices();
    case Mode::list_states: return list_states(*command);
    case Mode::compare: return compare_files(*command);
    case Mode::run: break;
    }
    std::vector<std::string> command_line(argv, argv + argc);
    command_line.front() = program; // not where it lies
    return run_all(program, *command, std::move(command_line), find_peer);
}

} // namespace

int run_program(const std::string& program, int argc, char** argv, const FindPeer& find_peer) {
    common::prepare_environment();
    return common::run_main(program, [&] { return run_command_line(program, argc, argv, find_peer); });
}

} // namespace bench
