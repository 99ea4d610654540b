// histo_cl_bench_cub: the library and NVIDIA's CUB on the same data in the same run.

#include "cub_contender.hpp"
#include "program.hpp"

int main(int argc, char** argv) {
    return bench::run_program("histo_cl_bench_cub", argc, argv, [](const histo_cl::Device& device) {
        return bench::Peer{std::make_unique<bench_cub::CubContender>(device), bench_cub::versions()};
    });
}
