#include "call_peer.hpp"
#include "command.hpp"
#include "common/suggestion.hpp"
#include "common/usage_error.hpp"
#include "function_peer.hpp"
#include "loop.hpp"
#include "python_peer.hpp"
#include "tables.hpp"
#ifdef HISTO_CL_BENCH_HAS_BOOST
#include "boost_peer.hpp"
#endif
#ifdef HISTO_CL_BENCH_HAS_OPENCV
#include "opencv_peer.hpp"
#endif

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>

namespace bench_cpu_peers {

namespace {

constexpr std::array<std::string_view, 7> peer_names{"call",  "tables", "loop",          "opencv",
                                                     "boost", "numpy",  "fast_histogram"};

using Versions = std::map<std::string, std::string>;

/// Collects the peers that are found.
class Search {
  public:
    Search(bench::OpenCl& opencl, const histo_cl::Options& options, const PeerCommand& command)
        : opencl_(opencl), options_(options), command_(command),
          pool_(std::make_shared<ThreadPool>(opencl.device().profile.compute_units)) {}

    bench::FoundPeers run() {
        for (const auto& name : command_.peers)
            if (std::ranges::find(peer_names, name) == peer_names.end())
                throw common::UsageError("--peers: " +
                                         common::not_one_of(name, {peer_names.begin(), peer_names.end()}));
        for (const auto& text : command_.functions) {
            const auto named = load_function(text);
            add_function(named);
        }
        add_call();
        add("tables", {{"instructions", std::string(name(available_instructions().front()))}}, tables_trial);
        add("loop", {}, loop_trial);
        add_opencv();
        add_boost();
        add_python("numpy");
        add_python("fast_histogram");
        return std::move(found_);
    }

  private:
    [[nodiscard]] bool wanted(const std::string& name) const {
        return command_.peers.empty() || std::ranges::find(command_.peers, name) != command_.peers.end();
    }

    void add(const std::string& label, Versions versions, const auto& make_trial) {
        if (!wanted(label)) return;
        versions["threads"] = std::to_string(pool_->threads());
        push(label, std::move(versions),
             [pool = pool_, make_trial](const Task& task) { return make_trial(task, *pool); });
    }

    void push(const std::string& label, Versions versions, HostContender::MakeTrial make_trial) {
        found_.peers.push_back(
            {std::make_unique<HostContender>(opencl_, label, std::move(make_trial)), std::move(versions)});
    }

    void add_function(const NamedFunction& named) {
        const auto same = [&](const auto& peer) { return peer.contender->label() == named.name; };
        if (named.name == "histo_cl" || std::ranges::find(peer_names, named.name) != peer_names.end() ||
            std::ranges::any_of(found_.peers, same))
            throw common::UsageError("--peer: the name '" + named.name + "' is already in use");
        push(named.name,
             {{"library", named.library},
              {"symbol", named.symbol},
              {"threads", std::to_string(pool_->threads())}},
             [pool = pool_, function = named.function](const Task& task) {
                 return function_trial(task, *pool, function);
             });
    }

    void add_call() {
        if (!wanted("call")) return;
        push("call", {{"histo_cl", HISTO_CL_VERSION}},
             [options = options_, &device = opencl_.device()](const Task& task) {
                 return call_trial(task, options, device);
             });
    }

    void add_opencv() {
        if (!wanted("opencv")) return;
#ifdef HISTO_CL_BENCH_HAS_OPENCV
        push("opencv", start_opencv(pool_->threads()), opencv_trial);
#else
        found_.left_out["opencv"] = "built without OpenCV (Debian package libopencv-dev)";
#endif
    }

    void add_boost() {
#ifdef HISTO_CL_BENCH_HAS_BOOST
        add("boost", boost_versions(), boost_trial);
#else
        if (wanted("boost"))
            found_.left_out["boost"] = "built without Boost.Histogram (Debian package libboost-dev)";
#endif
    }

    void add_python(const std::string& package) {
        if (!wanted(package)) return;
        const auto interpreters = command_.python.empty()
                                      ? std::vector<std::string>{"python3", "/usr/bin/python3"}
                                      : std::vector{command_.python};
        for (const auto& python : interpreters)
            try {
                if (!shared_) shared_ = std::make_shared<SharedSamples>();
                auto contender = std::make_unique<PythonContender>(opencl_, shared_, python, package);
                auto versions = contender->versions();
                found_.peers.push_back({std::move(contender), std::move(versions)});
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
    std::shared_ptr<SharedSamples> shared_;
    bench::FoundPeers found_;
};

} // namespace

void add_options(CLI::App& app, PeerCommand& command) {
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

bench::FoundPeers find_peers(bench::OpenCl& opencl, const histo_cl::Options& options,
                             const PeerCommand& command) {
    return Search(opencl, options, command).run();
}

} // namespace bench_cpu_peers
