#pragma once

#include "histo_cl/mpi.hpp"

#include <exception>
#include <functional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace histo_cl::detail {

/// Throws Error(unsupported) if a function of MPI, named here, has returned another code than MPI_SUCCESS.
void check_mpi(int code, const char* function);

/// The ranks of a communicator, and which of them this is.
struct Ranks {
    MPI_Comm comm;
    int rank;
    int count;
};

/// Throws Error(invalid_argument) if MPI cannot be called here and now, and for a communicator that is null
/// or joins two groups.
[[nodiscard]] Ranks ranks_of(MPI_Comm comm);

/// This rank's among those that share its memory, from 0. Collective.
[[nodiscard]] int rank_on_machine(const Ranks& ranks);

/// Whether it holds on any rank. Collective.
[[nodiscard]] bool on_any(const Ranks& ranks, bool here);

/// All devices of the type of default_device(), with a compiler. Throws like that.
[[nodiscard]] std::vector<Device> devices_like_default();

/// Throws Error(invalid_argument) if there are none.
[[nodiscard]] Device device_for(int rank_on_machine, std::span<const Device> devices);

// A rank that throws must not leave the others waiting for it, so ranks learn of each other's failures before
// each step that takes them all.

/// An exception in a form that can be sent to other ranks.
struct Failure {
    Status status;
    int opencl_code;
    std::string message;
    std::string build_log;
};

/// The arguments that must be the same on all ranks.
struct Given {
    std::string words; ///< for messages
    std::string exact; ///< equal on two ranks exactly if their arguments are
};

/// The result of `work`, or its failure.
template <class Work>
[[nodiscard]] std::variant<std::invoke_result_t<Work>, Failure> attempted(const Work& work) try {
    return work();
} catch (const Error& error) {
    return Failure{error.status(), error.opencl_code(), error.what(), error.build_log()};
} catch (const std::exception& error) { // std::bad_alloc
    return Failure{Status::unsupported, 0, error.what(), {}};
}

/// Where a rank has failed (`failure` is not null), all throw its Error, which then names the rank, the
/// lowest if there are several; else all throw Error(invalid_argument) if `given` is not the same on all.
/// Collective.
void agree(const Ranks& ranks, const Failure* failure, const Given& given);

/// What `work` returns, if no rank fails: else it is as with agree(). `given` returns a Given, and may throw,
/// too. Collective.
template <class Asked, class Work>
[[nodiscard]] auto agreed(const Ranks& ranks, const Asked& given, const Work& work) {
    Given of_rank;
    auto outcome = attempted([&] {
        of_rank = given();
        return work();
    });
    agree(ranks, std::get_if<Failure>(&outcome), of_rank);
    return std::get<0>(std::move(outcome));
}

} // namespace histo_cl::detail
