#include "bench/program.hpp"

#include "bench/report.hpp"
#include "common/errors.hpp"
#include "common/file.hpp"
#include "common/program.hpp"
#include "common/terminal.hpp"
#include "common/text.hpp"
#include "common/timing.hpp"

#include <algorithm>
#include <array>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <type_traits>

namespace bench {

using common::duration;
using common::ExitCode;
using common::line_columns;
using common::print;
using common::Stopwatch;
using common::wrapped;

namespace {

template <class T>
std::vector<T> or_default(const std::vector<T>& given, const std::type_identity_t<std::vector<T>>& defaults) {
    return given.empty() ? defaults : given;
}

/// Without a preset, returns all combinations of the axes' values. An axis without values on the command line
/// has default values. With a preset, returns those of its states that have the values on the command line;
/// throws UsageError if there are none.
std::vector<State> states_for(const Command& command) {
    const auto& given = command.axes;
    if (command.preset.empty()) {
        using histo_cl::SampleType;
        return states_of({{.samples = or_default(given.samples, {SampleType::u8, SampleType::f32}),
                           .elements = or_default(given.elements, {1 << 24}),
                           .bins = or_default(given.bins, {256, 2048}),
                           .entropies = or_default(given.entropies, {Entropy{1}, Entropy{5}}),
                           .layouts = or_default(given.layouts, {Layout::single}),
                           .binnings = or_default(given.binnings, {Binning::even})}});
    }
    auto states = filtered(states_of(preset_named(command.preset)), given);
    std::erase_if(states, [](const State& state) { return why_skipped(state).has_value(); });
    if (states.empty())
        throw common::UsageError("preset " + command.preset +
                                 " has no state with these values (see --list-states)");
    return states;
}

ExitCode list_states(const std::vector<State>& states) {
    std::string text;
    for (const auto& state : states) {
        const auto reason = why_skipped(state);
        text += wrapped(to_string(state) + (reason ? "  skipped: " + *reason : ""), line_columns(), 2) + "\n";
    }
    print(text);
    return ExitCode::ok;
}

/// The format of the reports that the benchmark writes and compares.
constexpr int format = 2;

Records records_in(const std::string& file) try {
    const auto report = Json::parse(common::read_file(file));
    if (const auto& its = report.at("format"); its != format)
        throw common::UsageError(file + " has the format " + its.dump() + "; --compare reads " +
                                 std::to_string(format));
    return report.at("results").get<Records>();
} catch (const Json::exception& error) {
    throw common::UsageError(file + " is not JSON of this benchmark: " + error.what());
}

/// Prints the ratios of the library's results in two files: above 1, B is faster than A.
ExitCode compare_files(const std::string& a, const std::string& b) try {
    const auto before = records_in(a);
    const auto after = records_in(b);
    const auto comparison = compare({"B", library_label, after}, {"A", library_label, before});
    if (comparison.device.empty() && comparison.wall.empty())
        throw common::UsageError(a + " and " + b + " have no timed state in common");
    print(report(comparison, after.size(), line_columns()));
    return ExitCode::ok;
} catch (const Json::exception& error) {
    throw common::UsageError(a + " or " + b + " is not JSON of this benchmark: " + error.what());
}

/// A run's results, written to a file about every 20 seconds and at the end.
class Run {
  public:
    Run(Json head, std::string file) : head_(std::move(head)), file_(std::move(file)) {
        save(); // so that an unwritable path is reported at once
    }

    [[nodiscard]] const Records& records() const { return records_; }

    void add(const Result& result) {
        records_.push_back(record_of(result));
        auto& ceiling = head_["read_ceiling_gbytes_per_s"];
        if (const auto& read = records_.back().value("read_gbytes_per_s", Json());
            !read.is_null() && (ceiling.is_null() || ceiling < read))
            ceiling = read;
        constexpr double seconds_between_saves = 20;
        if (since_saved_.seconds() > seconds_between_saves) save();
    }

    void finish() {
        head_["complete"] = true;
        save();
    }

  private:
    void save() {
        head_["seconds"] = since_start_.seconds();
        if (!file_.empty()) common::write_file(file_, run_text(head_, records_));
        since_saved_ = Stopwatch();
    }

    Json head_;
    std::string file_;
    Records records_;
    Stopwatch since_start_;
    Stopwatch since_saved_;
};

/// Returns the exit code, and reports errors. Only outcomes of the library count: if a peer fails, that is
/// not an error of this program.
ExitCode verdict_on(const std::string& program, const Records& records, const Contenders& peers) {
    std::map<std::string, std::size_t> verdicts;
    for (const auto& record : records) {
        const auto runs = record.value("runs", Json::object());
        for (const auto& [label, run] : runs.items()) {
            if (std::ranges::find(peers, label, &Contender::label) != peers.end()) continue;
            const auto verdict = run.at("verdict").get<std::string>();
            ++verdicts[verdict];
            if (verdict == name(Verdict::wrong) || verdict == name(Verdict::failed))
                std::cerr << program << ": " << state_of(record) << ": " << label << " " << verdict << ": "
                          << run.at("message").get<std::string>() << '\n';
        }
    }
    if (verdicts["wrong"] > 0) return ExitCode::wrong_counts;
    if (verdicts["failed"] > 0) return ExitCode::device;
    if (verdicts["right"] > 0) return ExitCode::ok;
    std::cerr << program << ": no state could be run\n";
    return ExitCode::usage;
}

/// The device of the options, or, if a number of compute units is requested, a sub-device with that number.
/// `owner` releases the sub-device. Throws UsageError if the device has fewer units or cannot be partitioned.
histo_cl::Device device_of(const Command& command, cl::Device& owner) {
    auto device = common::device_named(command.device);
    const auto units = command.compute_units;
    if (units == 0) return device;
    const auto refuse = [&](const std::string& why) {
        throw common::UsageError("--compute-units " + std::to_string(units) + ": " + device.profile.name +
                                 " " + why);
    };
    if (units > device.profile.compute_units) refuse("has " + std::to_string(device.profile.compute_units));
    const std::array<cl_device_partition_property, 4> properties{
        CL_DEVICE_PARTITION_BY_COUNTS, static_cast<cl_device_partition_property>(units),
        CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
    cl_device_id id = nullptr;
    const auto code = ::clCreateSubDevices(device.id, properties.data(), 1, &id, nullptr);
    if (code != CL_SUCCESS) refuse("cannot be partitioned (OpenCL error " + std::to_string(code) + ")");
    owner = cl::Device(id);
    device.id = id;
    device.profile = histo_cl::device_profile(id);
    return device;
}

/// The first fields of a run that starts now; docs/bench/README.md describes them.
Json head_of_run(const common::Call& call, const histo_cl::Device& device, const Contenders& contenders,
                 const AvailablePeers& found) {
    auto head = head_of(format, call, device.profile);
    head["read_ceiling_gbytes_per_s"] = Json();
    for (const auto& contender : contenders)
        if (contender.empty_launch_seconds)
            head["empty_launch"][contender.label] = record_of(empty_launch(contender));
    head["seconds"] = 0;
    head["complete"] = false;
    for (const auto& peer : found.peers)
        head["peers"][peer.label] = peer.versions;
    if (!found.left_out.empty()) head["left_out"] = found.left_out;
    return head;
}

ExitCode run_all(const common::Call& call, const Command& command, const std::vector<State>& states,
                 const Peers& peers) {
    cl::Device owner;
    const auto device = device_of(command, owner);
    OpenCl opencl(device);
    Contenders contenders{library(opencl, library_label, command.options)};
    const auto found = peers.find ? peers.find(opencl, command.options) : AvailablePeers();
    contenders.insert(contenders.end(), found.peers.begin(), found.peers.end());
    const auto head = head_of_run(call, device, contenders, found);
    for (const auto variant : histo_cl::all_variants) {
        if (!command.all_variants) break;
        auto forced = command.options;
        forced.knobs.variant = variant;
        contenders.push_back(library(opencl, name(variant), forced));
    }
    for (const auto& [label, reason] : found.left_out)
        std::cerr << label << " is left out: " << reason << '\n';

    Run run(head, command.json);
    std::cerr << wrapped(to_string(device.profile) + "; an empty kernel takes " +
                             duration(head["empty_launch"][library_label]["median"].get<double>()),
                         line_columns())
              << '\n';
    if (command.build_threads > 0) {
        const Stopwatch stopwatch;
        build_first(opencl, command.options, states, command.build_threads);
        std::cerr << "the kernels are built, in " << duration(stopwatch.seconds()) << '\n';
    }
    common::StatusLine line;
    print(table_head(line_columns()));
    run_states(states, opencl, contenders, command.pace, command.threads,
               {.before =
                    [&](const State& state, std::size_t index) {
                        line.show("[" + std::to_string(index + 1) + "/" + std::to_string(states.size()) +
                                  "] " + to_string(state));
                    },
                .after =
                    [&](const Result& result) {
                        line.clear();
                        run.add(result);
                        print(table_lines(run.records().back(), line_columns()));
                    }});
    run.finish();
    std::vector<Comparison> comparisons;
    for (const auto& peer : found.peers)
        comparisons.push_back(
            compare({library_label, library_label, run.records()}, {peer.label, peer.label, run.records()}));
    if (comparisons.size() == 1) print("\n" + report(comparisons.front(), 10, line_columns()));
    if (comparisons.size() > 1) print("\n" + summary_report(comparisons, line_columns()));
    return verdict_on(call.program, run.records(), found.peers);
}

ExitCode run_command(const common::Call& call, Command command, const Peers& peers) {
    if (!command.compared.first.empty())
        return compare_files(command.compared.first, command.compared.second);
    const auto states = states_for(command);
    if (command.build_threads > 0 && command.options.program_cache.bytes == 0)
        throw common::UsageError("--build-first needs the program cache, which --no-cache turns off");
    command.pace.max_runs = std::max(command.pace.max_runs, command.pace.runs);
    if (peers.wall_only) command.pace.device_clock = false;
    return command.list_states ? list_states(states) : run_all(call, command, states, peers);
}

} // namespace

common::Subcommand states_command(const std::string& name, const Peers& peers) {
    return common::subcommand<Command>(
        name,
        [peers](CLI::App& app, Command& command) {
            add_options(app, command);
            peers.add_options(app);
        },
        [peers](const common::Call& call, const Command& command) {
            return run_command(call, command, peers);
        });
}

} // namespace bench
