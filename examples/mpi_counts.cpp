// Throws of two dice, counted by all ranks of an MPI job. Each rank counts its throws on its device, and rank
// 0 gets the counts of all ranks. The counts do not depend on the number of ranks.
//
//     mpicxx -std=c++20 mpi_counts.cpp -lhisto_cl_mpi -lhisto_cl -lOpenCL && mpirun -n 3 ./a.out
//
// It prints
//
//     [ 2,  3)   2733  ########
//     [ 3,  4)   5464  ###############
//     [ 4,  5)   8389  ######################
//     [ 5,  6)  11121  #############################
//     [ 6,  7)  13990  #####################################
//     [ 7,  8)  16511  ###########################################
//     [ 8,  9)  13911  #####################################
//     [ 9, 10)  11195  ##############################
//     [10, 11)   8315  ######################
//     [11, 12)   5659  ###############
//     [12, 13)   2712  ########

#include <histo_cl/mpi.hpp>

#include <cstdint>
#include <iostream>
#include <random>
#include <vector>

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0, ranks = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);

    try {
        std::vector<std::uint8_t> throws; // this rank's share of all throws
        std::mt19937 random(1);
        for (int i = 0; i < 100'000; ++i) {
            const auto sum = random() % 6 + random() % 6 + 2;
            if (i % ranks == rank) throws.push_back(static_cast<std::uint8_t>(sum));
        }

        const histo_cl::Problem problem{.axes = {histo_cl::even_bins(11, 2, 13)}};
        const auto counts = histo_cl::histogram(MPI_COMM_WORLD, problem, {.samples = throws}, {.root = 0});
        if (rank == 0) std::cout << draw(counts, {.columns = 60});
    } catch (const histo_cl::Error& error) { // on all ranks if one has failed
        std::cerr << error.what() << '\n';
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Finalize();
}
