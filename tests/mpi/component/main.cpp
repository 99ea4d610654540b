// The main function of the tests of the component mpi: every rank runs them all, with the same checks.

#include <histo_cl/mpi.hpp>

#include <cstdlib>
#include <doctest/doctest.h>
#include <iostream>
#include <string_view>

namespace {

/// Whether a call before MPI_Init() or after MPI_Finalize() throws an Error whose message begins with
/// `message`. If not, prints the difference.
bool is_refused(std::string_view message) try {
    static_cast<void>(histo_cl::default_problem(MPI_COMM_WORLD, histo_cl::HostArray()));
    std::cerr << "no error, but expected: " << message << '\n';
    return false;
} catch (const histo_cl::Error& error) {
    if (error.status() == histo_cl::Status::invalid_argument &&
        std::string_view(error.what()).starts_with(message))
        return true;
    std::cerr << "expected: " << message << ", but it is: " << error.what() << '\n';
    return false;
}

} // namespace

int main(int argc, char** argv) {
    bool right = is_refused("MPI is not initialized");
    int level = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    doctest::Context context(argc, argv);
    context.setOption("minimal", rank != 0);
    const int result = context.run();
    MPI_Finalize();
    right = is_refused("MPI is finalized") && right;
    return right ? result : EXIT_FAILURE;
}
