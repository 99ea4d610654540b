#pragma once

#include "common/errors.hpp"

#include <cstdint>
#include <exception>
#include <mpi.h>
#include <optional>
#include <streambuf>
#include <string>
#include <type_traits>
#include <vector>

namespace mpi {

/// Thrown on this rank if another rank has failed and reports the error.
class FailedElsewhere : public common::Interrupted {};

/// This program as a rank of an MPI job, from MPI_Init_thread to MPI_Finalize. Rank 0 alone prints results.
class Job {
  public:
    Job(int& argc, char**& argv);
    ~Job();
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;

    [[nodiscard]] int rank() const { return rank_; }
    [[nodiscard]] int ranks() const { return ranks_; }
    /// Returns the name in messages: "PROGRAM" on rank 0, and for example "PROGRAM: rank 3" on other ranks.
    [[nodiscard]] std::string name_of(const std::string& program) const;

    /// Runs work that every rank does. If it throws on some ranks, the lowest of these ranks rethrows its
    /// exception and all others throw FailedElsewhere, so that an error on all ranks is reported once.
    template <class Work>
    auto together(const Work& work) {
        std::optional<std::invoke_result_t<Work>> result;
        std::exception_ptr failure;
        try {
            result.emplace(work());
        } catch (...) {
            failure = std::current_exception();
        }
        require_success(failure);
        return std::move(*result);
    }

    /// Returns the exit code of the program: the code of the rank that failed in together(), else
    /// `exit_code`. If this rank has not `completed` its work because it failed outside together(), aborts
    /// the job, because the other ranks do not know of such a failure.
    [[nodiscard]] int end(int exit_code, bool completed) const;

  private:
    struct Silence : std::streambuf {
        int overflow(int character) override { return traits_type::not_eof(character); }
    };

    void require_success(const std::exception_ptr& failure);

    int rank_ = 0;
    int ranks_ = 1;
    std::optional<int> failed_rank_ = {};
    Silence silence_;
    std::streambuf* spoken_ = nullptr;
};

/// The texts of all ranks, in the order of the ranks, on rank 0; empty on others. Collective.
[[nodiscard]] std::vector<std::string> gathered(const Job& job, const std::string& text);

/// Returns rank 0's numbers on all ranks. Collective.
[[nodiscard]] std::vector<std::uint64_t> of_first(std::vector<std::uint64_t> numbers);

/// Returns the sum of all ranks' numbers on all ranks. Collective.
[[nodiscard]] std::uint64_t sum(std::uint64_t number);

} // namespace mpi
