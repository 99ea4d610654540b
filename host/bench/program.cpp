#include "bench/program.hpp"

#include "bench/report.hpp"
#include "common/errors.hpp"
#include "common/file.hpp"
#include "common/program.hpp"
#include "common/system.hpp"
#include "common/terminal.hpp"
#include "common/text.hpp"
#include "common/timing.hpp"

#include <array>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <set>

namespace bench {

using common::duration;
using common::ExitCode;
using common::line_columns;
using common::print;
using common::Stopwatch;
using common::wrapped;

namespace {

ExitCode list_states(const Command& command) {
    std::string text;
    for (const auto& state : command.states) {
        const auto reason = why_skipped(state);
        text += wrapped(to_string(state) + (reason ? "  skipped: " + *reason : ""), line_columns(), 2) + "\n";
    }
    print(text);
    return ExitCode::ok;
}

ExitCode compare_files(const Command& command) {
    const auto& [a, b] = command.compared;
    const auto text_a = common::read_file(a);
    const auto text_b = common::read_file(b);
    print(report(compare_json(a, text_a, b, text_b), command.worst, true, line_columns()));
    return ExitCode::ok;
}

/// A run's results, written to the files as they arrive.
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

/// Only the library's own outcomes count; a peer's failure is not an error of this program.
ExitCode verdict_on(const std::string& program, const std::vector<Result>& results,
                    const std::set<std::string>& peers) {
    std::size_t wrong = 0;
    std::size_t failed = 0;
    std::size_t right = 0;
    for (const auto& result : results)
        for (const auto& [label, outcome] : result.outcomes) {
            if (peers.contains(label)) continue;
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

/// A part of a device.
struct SubDevice {
    histo_cl::Device device;
    std::shared_ptr<_cl_device_id> owner; ///< releases it
};

/// The given number of a device's compute units. Throws UsageError if it has fewer or cannot be partitioned.
SubDevice sub_device(const histo_cl::Device& device, std::uint32_t compute_units) {
    const auto refuse = [&](const std::string& why) {
        throw common::UsageError("--compute-units " + std::to_string(compute_units) + ": " +
                                 device.profile.name + " " + why);
    };
    if (compute_units > device.profile.compute_units)
        refuse("has " + std::to_string(device.profile.compute_units));
    const std::array<cl_device_partition_property, 4> properties{
        CL_DEVICE_PARTITION_BY_COUNTS, static_cast<cl_device_partition_property>(compute_units),
        CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
    cl_device_id id = nullptr;
    const auto code = ::clCreateSubDevices(device.id, properties.data(), 1, &id, nullptr);
    if (code != CL_SUCCESS) refuse("cannot be partitioned (OpenCL error " + std::to_string(code) + ")");
    SubDevice part{.device = device, .owner = {id, [](cl_device_id one) { ::clReleaseDevice(one); }}};
    part.device.id = id;
    part.device.profile = histo_cl::device_profile(id);
    return part;
}

/// A temporary folder for the library's program cache and for PoCL's, so that everything is built from
/// source. Must be created before the first OpenCL call. Throws std::filesystem::filesystem_error.
class ColdCaches {
  public:
    ColdCaches() {
        if (folder_.error())
            throw std::filesystem::filesystem_error("cannot create a folder for cold caches",
                                                    folder_.error());
        const auto pocl = folder_.path() / "pocl";
        std::filesystem::create_directory(pocl);
        common::set_variable("POCL_CACHE_DIR", common::text_of(pocl));
    }

    /// A folder for Options::cache_directory.
    [[nodiscard]] std::string library_folder() const { return common::text_of(folder_.path() / "histo_cl"); }

  private:
    common::TemporaryFolder folder_{"histo_cl_bench_"};
};

SubDevice device_of(const Command& command) {
    const auto device = common::device_named(command.device);
    return command.compute_units == 0 ? SubDevice{device, {}} : sub_device(device, command.compute_units);
}

/// Adds the available peers to the contenders and returns their labels.
std::set<std::string> add_peers(const Peers& peers, OpenCl& opencl, const histo_cl::Options& options,
                                Contenders& contenders, RunInfo& info) {
    std::set<std::string> labels;
    if (!peers.find) return labels;
    auto found = peers.find(opencl, options);
    for (auto& peer : found.peers) {
        labels.insert(peer.label);
        info.peers[peer.label] = peer.versions;
        if (peer.empty_launch_seconds) info.empty_launch[peer.label] = empty_launch(peer);
        contenders.push_back(std::move(peer));
    }
    for (const auto& [label, reason] : found.left_out)
        std::cerr << label << " is left out: " << reason << '\n';
    info.left_out = std::move(found.left_out);
    return labels;
}

ExitCode run_all(const common::Call& call, const Command& command, const Peers& peers) {
    const auto part = device_of(command);
    const auto& device = part.device;
    OpenCl opencl(device);
    auto contenders = library_contenders(opencl, command.options, command.all_variants);
    RunInfo info{.start = starting(call, device.profile), .peers = {}, .left_out = {}, .empty_launch = {}};
    info.empty_launch["histo_cl"] = empty_launch(contenders.front());
    const auto peer_labels = add_peers(peers, opencl, command.options, contenders, info);

    Run run(command, std::move(info));
    run.save(); // so that an unwritable path is reported at once
    std::cerr << wrapped(to_string(device.profile) + "; an empty kernel takes " +
                             duration(run.info().empty_launch["histo_cl"].median),
                         line_columns())
              << '\n';
    if (command.build_threads > 0) {
        const Stopwatch stopwatch;
        build_first(opencl, command.options, command.states, command.build_threads);
        std::cerr << "the kernels are built, in " << duration(stopwatch.seconds()) << '\n';
    }
    common::StatusLine line;
    print(table_head(line_columns()));
    run_states(command.states, opencl, contenders, command.pace, command.threads,
               {.before =
                    [&](const State& state, std::size_t index) {
                        line.show("[" + std::to_string(index + 1) + "/" +
                                  std::to_string(command.states.size()) + "] " + to_string(state));
                    },
                .after =
                    [&](const Result& result) {
                        line.clear();
                        print(table_lines(result, line_columns()));
                        run.add(result);
                    }});
    run.finish();
    std::vector<Comparison> comparisons;
    for (const auto& label : peer_labels)
        comparisons.push_back(compare(run.results(), "histo_cl", label));
    if (comparisons.size() == 1)
        print("\n" + report(comparisons.front(), command.worst, false, line_columns()));
    if (comparisons.size() > 1) print("\n" + summary_report(comparisons, line_columns()));
    return verdict_on(call.program, run.results(), peer_labels);
}

ExitCode run_command(const common::Call& call, Command command, const Peers& peers) {
    if (peers.wall_only) command.pace.device_clock = false;
    std::optional<ColdCaches> cold;
    if (command.cold) command.options.cache_directory = cold.emplace().library_folder();
    switch (command.mode) {
    case Mode::list_states: return list_states(command);
    case Mode::compare: return compare_files(command);
    case Mode::run: break;
    }
    return run_all(call, command, peers);
}

} // namespace

common::Subcommand states_command(const std::string& name, const Peers& peers) {
    return {.name = name, .define = [peers](CLI::App& app) -> common::Work {
                const auto command = add_options(app);
                peers.add_options(app);
                return [=](const common::Call& call) { return run_command(call, command(), peers); };
            }};
}

} // namespace bench
