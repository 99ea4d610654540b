// A user's MPI program: every rank counts its own samples. Exits 0 if the counts are right.

#include <histo_cl/mpi.hpp>

#include <cstdint>
#include <iostream>
#include <vector>

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int ranks = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);

    const std::vector<float> samples{0.5F, 1.0F, -2.0F};
    const auto problem = histo_cl::default_problem(MPI_COMM_WORLD, samples);
    std::uint64_t counted = 0;
    for (const auto count :
         histo_cl::histogram(MPI_COMM_WORLD, problem, {.samples = std::as_bytes(std::span(samples))}))
        counted += count;

    const bool right = counted == static_cast<std::uint64_t>(3 * ranks);
    if (!right) std::cerr << "histogram() counted " << counted << '\n';
    MPI_Finalize();
    return right ? 0 : 1;
}
