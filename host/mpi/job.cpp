#include "mpi/job.hpp"

#include <algorithm>
#include <iostream>

namespace mpi {

Job::Job(int& argc, char**& argv) {
    // The thread that initializes MPI reads the files by it.
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

} // namespace mpi
