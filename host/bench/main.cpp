// histo_cl_bench: measures how fast the library is.

#include "bench/program.hpp"

int main(int argc, char** argv) {
    return common::run_program({"histo_cl_bench"},
                               {
                                   bench::states_command("states"),
#ifdef HISTO_CL_BENCH_HAS_CPU
                                   bench::cpu_command(),
#endif
                                   bench::batches_command(),
                                   bench::columns_command(),
                                   bench::enqueue_command(),
                                   bench::scale_command(),
                                   bench::splitting_command(),
                                   bench::weights_command(),
                               },
                               argc, argv);
}
