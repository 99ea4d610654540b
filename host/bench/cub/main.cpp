// histo_cl_bench_cub: the library and NVIDIA's CUB on the same data in the same run.

#include "bench/cub/cub_contender.hpp"
#include "bench/program.hpp"

int main(int argc, char** argv) {
    const auto find = [](bench::OpenCl& opencl, const histo_cl::Options&) {
        bench::AvailablePeers found;
        found.peers.push_back(
            {std::make_unique<bench_cub::CubContender>(opencl.device()), bench_cub::versions()});
        return found;
    };
    return common::run_program({"histo_cl_bench_cub"}, {bench::states_command("states", {.find = find})},
                               argc, argv);
}
