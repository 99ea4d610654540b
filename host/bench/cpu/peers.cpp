#include "bench/cpu/peers.hpp"

#include "bench/program.hpp"
#include "common/errors.hpp"
#include "common/names.hpp"
#include "common/options.hpp"
#include "common/text.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace bench_cpu {

namespace {

constexpr std::array<std::string_view, 7> peer_names{"call",  "tables", "loop",          "opencv",
                                                     "boost", "numpy",  "fast_histogram"};

/// The command line's options for peers. Plain data.
struct PeerCommand {
    std::vector<std::string> peers;                                  ///< labels; empty: all available
    std::vector<std::string> functions;                              ///< NAME=LIBRARY:SYMBOL
    std::vector<std::string> pythons{"python3", "/usr/bin/python3"}; ///< interpreters, tried in this order
};

using Versions = std::map<std::string, std::string>;

/// The peer "call": one call of the library on host data, histogram(problem, data, options, device). The call
/// uses a plan that the library keeps, or counts on the calling thread if the library chooses that.
Count call_peer(const Task& task, const histo_cl::Options& options, const histo_cl::Device& device) {
    if (task.state.layout == bench::Layout::mask) refuse("the layout mask");
    const histo_cl::HostData data{
        .samples = std::span(static_cast<const std::byte*>(task.samples), stored_bytes(task.state)),
        .shape = shape_of(task.state)};
    return [data, options, &device, problem = problem_of(task.state)](std::span<std::uint32_t> counts) {
        std::ranges::transform(histogram(problem, data, options, device), counts.begin(),
                               [](std::uint64_t one) { return static_cast<std::uint32_t>(one); });
    };
}

/// A peer that counts on the host. It reads the samples from the device's memory, mapped to the host.
bench::Contender host_peer(bench::OpenCl& opencl, const std::string& label, Versions versions,
                           const std::function<Count(const Task&)>& count, bool rounds_floats = true) {
    return {
        .label = label,
        .make = [&opencl](const bench::DataSet& data, std::uint64_t samples) { opencl.make(data, samples); },
        .trial =
            [=, &opencl](const bench::State& state) {
                const Task task{state, opencl.mapped_samples()};
                return std::make_unique<HostTrial>(task.counters(), count(task),
                                                   rounds_floats && histo_cl::is_float(state.sample));
            },
        .versions = std::move(versions)};
}

bench::AvailablePeers find_peers(bench::OpenCl& opencl, const histo_cl::Options& options,
                                 const PeerCommand& command) {
    bench::AvailablePeers found;
    const auto requested = [&](const char* label) {
        return command.peers.empty() || std::ranges::find(command.peers, label) != command.peers.end();
    };
    const auto pool = std::make_shared<ThreadPool>(opencl.device().profile.compute_units);
    const auto threads = std::to_string(pool->threads());
    const auto add = [&](const std::string& label, Versions versions, auto... rest) {
        found.peers.push_back(host_peer(opencl, label, std::move(versions), rest...));
    };
    for (const auto& text : command.functions) {
        const auto named = load_function(text);
        if (named.name == bench::library_label ||
            std::ranges::find(peer_names, named.name) != peer_names.end() ||
            std::ranges::find(found.peers, named.name, &bench::Contender::label) != found.peers.end())
            throw common::UsageError("--peer: the name '" + named.name + "' is already in use");
        add(named.name, {{"library", named.library}, {"symbol", named.symbol}, {"threads", threads}},
            [=](const Task& task) { return function_peer(task, *pool, named.function); });
    }
    if (requested("call"))
        add(
            "call", {{"histo_cl", HISTO_CL_VERSION}},
            [=, &device = opencl.device()](const Task& task) { return call_peer(task, options, device); },
            false);
    if (requested("tables"))
        add("tables",
            {{"instructions", std::string(name(available_instructions().front()))}, {"threads", threads}},
            [=](const Task& task) { return tables_peer(task, *pool); });
    if (requested("loop"))
        add("loop", {{"threads", threads}}, [=](const Task& task) { return loop_peer(task, *pool); });
    if (requested("opencv"))
#ifdef HISTO_CL_BENCH_HAS_OPENCV
        add("opencv", start_opencv(pool->threads()), opencv_peer);
#else
        found.left_out["opencv"] = "built without OpenCV (Debian package libopencv-dev)";
#endif
    if (requested("boost"))
#ifdef HISTO_CL_BENCH_HAS_BOOST
        add("boost", {{"boost", boost_version()}, {"threads", threads}},
            [=](const Task& task) { return boost_peer(task, *pool); });
#else
        found.left_out["boost"] = "built without Boost.Histogram (Debian package libboost-dev)";
#endif
    std::shared_ptr<PythonFiles> files;
    for (const char* const package : {"numpy", "fast_histogram"}) {
        if (!requested(package)) continue;
        found.left_out[package] = "no " + common::joined(command.pythons, " or ") +
                                  " that has it (Debian packages python3-numpy, python3-fast-histogram)";
        for (const auto& python : command.pythons)
            try {
                found.peers.push_back(python_peer(opencl, files, python, package));
                found.left_out.erase(package);
                break;
            } catch (const std::runtime_error&) { // another interpreter may have the package
            }
    }
    return found;
}

void add_options(CLI::App& app, PeerCommand& command) {
    app.description(
        "Times histograms of the library and of others on a CPU, over a matrix of states, checks every "
        "count, and prints one line per state and histogram.");
    constexpr const char* group = "Peers (in as many threads as the device has compute units)";
    app.add_option("--peers", command.peers,
                   "Some of call,tables,loop,opencv,boost,numpy,\nfast_histogram (default all)")
        ->type_name("LIST")
        ->delimiter(',')
        ->check(common::one_of({peer_names.begin(), peer_names.end()}))
        ->group(group);
    app.add_option("--peer", command.functions,
                   "NAME=LIBRARY.so:SYMBOL, your own function as in\npeer_function.h; repeatable")
        ->type_name("FUNCTION")
        ->group(group);
    app.add_option("--python", command.pythons,
                   "Interpreter of numpy and fast_histogram (default\npython3, else /usr/bin/python3)")
        ->type_name("PROGRAM")
        ->expected(1)
        ->group(group);
}

} // namespace

} // namespace bench_cpu

common::Subcommand bench::cpu_command() {
    const auto peers = std::make_shared<bench_cpu::PeerCommand>();
    return states_command("cpu",
                          {.find =
                               [peers](OpenCl& opencl, const histo_cl::Options& options) {
                                   return bench_cpu::find_peers(opencl, options, *peers);
                               },
                           .add_options = [peers](CLI::App& app) { bench_cpu::add_options(app, *peers); },
                           .wall_only = true});
}
