#include "bench/cpu/peers.hpp"

#include "bench/program.hpp"
#include "common/errors.hpp"
#include "common/names.hpp"

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
    std::vector<std::string> peers;     ///< labels; empty: all available
    std::vector<std::string> functions; ///< NAME=LIBRARY:SYMBOL
    std::string python;                 ///< an interpreter; empty: python3, or else /usr/bin/python3
};

using Versions = std::map<std::string, std::string>;

/// The library in one call on host data, histogram(problem, data, options, device): it looks up a kept plan,
/// or counts on the calling thread where it chooses to.
Count call_peer(const Task& task, const histo_cl::Options& options, const histo_cl::Device& device) {
    if (task.state.layout == bench::Layout::mask) refuse("the layout mask");
    const histo_cl::HostData data{
        .samples = {static_cast<const std::byte*>(task.samples), stored_bytes(task.state)},
        .shape = shape_of(task.state)};
    return [data, options, &device, problem = problem_of(task.state)](std::span<std::uint32_t> counts) {
        std::ranges::transform(histogram(problem, data, options, device), counts.begin(),
                               [](std::uint64_t one) { return static_cast<std::uint32_t>(one); });
    };
}

/// Collects the peers that are found.
class Search {
  public:
    Search(bench::OpenCl& opencl, const histo_cl::Options& options, const PeerCommand& command)
        : opencl_(opencl), options_(options), command_(command),
          pool_(std::make_shared<ThreadPool>(opencl.device().profile.compute_units)) {}

    bench::AvailablePeers run() {
        for (const auto& name : command_.peers)
            if (std::ranges::find(peer_names, name) == peer_names.end())
                throw common::UsageError("--peers: " +
                                         common::not_one_of(name, {peer_names.begin(), peer_names.end()}));
        for (const auto& text : command_.functions)
            add_function(load_function(text));
        add_call();
        add("tables", {{"instructions", std::string(name(available_instructions().front()))}},
            [pool = pool_](const Task& task) { return tables_peer(task, *pool); });
        add("loop", {}, [pool = pool_](const Task& task) { return loop_peer(task, *pool); });
        add_opencv();
        add_boost();
        add_python("numpy");
        add_python("fast_histogram");
        return std::move(found_);
    }

  private:
    [[nodiscard]] bool requested(const std::string& name) const {
        return command_.peers.empty() || std::ranges::find(command_.peers, name) != command_.peers.end();
    }

    /// A peer that counts in as many threads as the pool has, unless its versions say otherwise, and reads
    /// the samples where the device has them.
    void add(const std::string& label, Versions versions, std::function<Count(const Task&)> make) {
        if (!requested(label)) return;
        versions.emplace("threads", std::to_string(pool_->threads()));
        push(label, std::move(versions), std::move(make), true);
    }

    void push(const std::string& label, Versions versions, std::function<Count(const Task&)> make,
              bool rounds_floats) {
        found_.peers.push_back(
            {.label = label,
             .make = [&opencl = opencl_](const bench::DataSet& data,
                                         std::uint64_t samples) { opencl.make(data, samples); },
             .trial =
                 [=, &opencl = opencl_](const bench::State& state) {
                     const Task task{state, opencl.mapped_samples()};
                     return std::make_unique<HostTrial>(task.counters(), make(task),
                                                        rounds_floats && histo_cl::is_float(state.sample));
                 },
             .versions = std::move(versions)});
    }

    void add_function(const NamedFunction& named) {
        const auto same = [&](const auto& peer) { return peer.label == named.name; };
        if (named.name == "histo_cl" || std::ranges::find(peer_names, named.name) != peer_names.end() ||
            std::ranges::any_of(found_.peers, same))
            throw common::UsageError("--peer: the name '" + named.name + "' is already in use");
        push(
            named.name,
            {{"library", named.library},
             {"symbol", named.symbol},
             {"threads", std::to_string(pool_->threads())}},
            [pool = pool_, function = named.function](const Task& task) {
                return function_peer(task, *pool, function);
            },
            true);
    }

    void add_call() {
        if (!requested("call")) return;
        push(
            "call", {{"histo_cl", HISTO_CL_VERSION}},
            [options = options_, &device = opencl_.device()](const Task& task) {
                return call_peer(task, options, device);
            },
            false);
    }

    void add_opencv() {
        if (!requested("opencv")) return;
#ifdef HISTO_CL_BENCH_HAS_OPENCV
        add("opencv", start_opencv(pool_->threads()), opencv_peer);
#else
        found_.left_out["opencv"] = "built without OpenCV (Debian package libopencv-dev)";
#endif
    }

    void add_boost() {
#ifdef HISTO_CL_BENCH_HAS_BOOST
        add("boost", boost_versions(), [pool = pool_](const Task& task) { return boost_peer(task, *pool); });
#else
        if (requested("boost"))
            found_.left_out["boost"] = "built without Boost.Histogram (Debian package libboost-dev)";
#endif
    }

    void add_python(const std::string& package) {
        if (!requested(package)) return;
        const auto interpreters = command_.python.empty()
                                      ? std::vector<std::string>{"python3", "/usr/bin/python3"}
                                      : std::vector{command_.python};
        for (const auto& python : interpreters)
            try {
                found_.peers.push_back(python_peer(opencl_, files_, python, package));
                return;
            } catch (const std::runtime_error&) { // the next one may have it
            }
        found_.left_out[package] = "no " + CLI::detail::join(interpreters, " or ") +
                                   " that has it (Debian packages python3-numpy, python3-fast-histogram)";
    }

    bench::OpenCl& opencl_;
    const histo_cl::Options& options_;
    const PeerCommand& command_;
    std::shared_ptr<ThreadPool> pool_;
    std::shared_ptr<PythonFiles> files_;
    bench::AvailablePeers found_;
};

void add_options(CLI::App& app, PeerCommand& command) {
    app.description(
        "Times histograms of the library and of others on a CPU, over a matrix of states, checks every "
        "count, and prints one line per state and histogram.");
    constexpr const char* group = "Peers (in as many threads as the device has compute units)";
    app.add_option("--peers", command.peers,
                   "Some of call,tables,loop,opencv,boost,numpy,\nfast_histogram (default all)")
        ->type_name("LIST")
        ->delimiter(',')
        ->group(group);
    app.add_option("--peer", command.functions,
                   "NAME=LIBRARY.so:SYMBOL, your own function as in\npeer_function.h; repeatable")
        ->type_name("FUNCTION")
        ->group(group);
    app.add_option("--python", command.python,
                   "Interpreter of numpy and fast_histogram (default\npython3, else /usr/bin/python3)")
        ->type_name("PROGRAM")
        ->group(group);
}

} // namespace

} // namespace bench_cpu

common::Subcommand bench::cpu_command() {
    const auto peers = std::make_shared<bench_cpu::PeerCommand>();
    return states_command("cpu", {.find =
                                      [peers](OpenCl& opencl, const histo_cl::Options& options) {
                                          return bench_cpu::Search(opencl, options, *peers).run();
                                      },
                                  .add_options = [peers](CLI::App& app) { add_options(app, *peers); },
                                  .wall_only = true});
}
