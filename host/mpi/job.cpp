#include "mpi/job.hpp"

#include <algorithm>
#include <iostream>
#include <numeric>

namespace mpi {

Job::Job(int& argc, char**& argv) {
    // Only the thread that initializes MPI calls MPI functions, even to read files.
    int level = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
    if (rank_ != 0) spoken_ = std::cout.rdbuf(&silence_);
}

Job::~Job() {
    if (spoken_ != nullptr) std::cout.rdbuf(spoken_);
    MPI_Finalize();
}

std::string Job::name_of(const std::string& program) const {
    return rank_ == 0 ? program : program + ": rank " + std::to_string(rank_);
}

void Job::require_success(const std::exception_ptr& failure) {
    int lowest = failure ? rank_ : ranks_;
    MPI_Allreduce(MPI_IN_PLACE, &lowest, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (lowest == ranks_) return;
    failed_rank_ = lowest;
    if (lowest == rank_) std::rethrow_exception(failure);
    throw FailedElsewhere();
}

int Job::end(int exit_code, bool completed) const {
    if (failed_rank_)
        MPI_Bcast(&exit_code, 1, MPI_INT, *failed_rank_, MPI_COMM_WORLD);
    else if (!completed)
        MPI_Abort(MPI_COMM_WORLD, exit_code);
    return exit_code;
}

std::vector<std::string> gathered(const Job& job, const std::string& text) {
    const int size = static_cast<int>(text.size());
    std::vector<int> sizes(static_cast<std::size_t>(job.ranks()));
    MPI_Gather(&size, 1, MPI_INT, sizes.data(), 1, MPI_INT, 0, MPI_COMM_WORLD);
    std::vector<int> places(sizes.size());
    std::exclusive_scan(sizes.begin(), sizes.end(), places.begin(), 0);
    std::string all(static_cast<std::size_t>(places.back() + sizes.back()), '\0'); // empty except on rank 0
    MPI_Gatherv(text.data(), size, MPI_CHAR, all.data(), sizes.data(), places.data(), MPI_CHAR, 0,
                MPI_COMM_WORLD);
    std::vector<std::string> texts;
    for (std::size_t i = 0; job.rank() == 0 && i < sizes.size(); ++i)
        texts.push_back(all.substr(static_cast<std::size_t>(places[i]), static_cast<std::size_t>(sizes[i])));
    return texts;
}

std::vector<std::uint64_t> of_first(std::vector<std::uint64_t> numbers) {
    auto size = static_cast<int>(numbers.size());
    MPI_Bcast(&size, 1, MPI_INT, 0, MPI_COMM_WORLD);
    numbers.resize(static_cast<std::size_t>(size));
    MPI_Bcast(numbers.data(), size, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    return numbers;
}

std::uint64_t sum(std::uint64_t number) {
    MPI_Allreduce(MPI_IN_PLACE, &number, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    return number;
}

} // namespace mpi
