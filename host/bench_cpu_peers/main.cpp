// histo_cl_bench_cpu_peers: the library and other CPU histograms, on the same samples in the same
// run.

#include "command.hpp"

int main(int argc, char** argv) {
    bench_cpu_peers::PeerCommand command;
    return bench::run_program(
        "histo_cl_bench_cpu_peers", argc, argv,
        {.find = [&](auto& opencl,
                     const auto& options) { return bench_cpu_peers::find_peers(opencl, options, command); },
         .add_options = [&](CLI::App& app) { bench_cpu_peers::add_options(app, command); },
         .wall_only = true});
}
