// The main function of the tests of the component mpi: every rank runs them all, with the same checks.

#define DOCTEST_CONFIG_NO_SHORT_MACRO_NAMES
#include "outside.hpp"

#include <cstdlib>
#include <doctest/doctest.h>
#include <mpi.h>

int main(int argc, char** argv) {
    bool right = histo_cl::test::is_refused("MPI is not initialized");
    int level = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    doctest::Context context(argc, argv);
    context.setOption("minimal", rank != 0);
    const int result = context.run();
    MPI_Finalize();
    right = histo_cl::test::is_refused("MPI is finalized") && right;
    return right ? result : EXIT_FAILURE;
}
