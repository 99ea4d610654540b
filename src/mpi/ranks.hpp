#pragma once

#include "histo_cl/error.hpp"
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

/// Throws Error(mpi_error) with the name of the MPI function unless the code is MPI_SUCCESS.
void check_mpi(int code, const char* function);

/// The communicator, its number of ranks, and this rank.
struct Ranks {
    MPI_Comm comm;
    int rank;
    int count;
};

/// Returns the ranks of a communicator. Throws Error(invalid_argument) if this thread cannot call MPI now, or
/// if the communicator is null or an intercommunicator.
[[nodiscard]] Ranks ranks_of(MPI_Comm comm);

/// The number of this rank among the ranks on the same machine, from 0. Collective.
[[nodiscard]] int rank_on_machine(const Ranks& ranks);

/// Whether `here` is true on any rank. Collective.
[[nodiscard]] bool on_any(const Ranks& ranks, bool here);

/// All devices that have a compiler and the same type as default_device(). Throws like default_device().
[[nodiscard]] std::vector<Device> devices_like_default();

/// The device for the rank with this number on its machine, round robin. Throws Error(invalid_argument) if
/// there are no devices.
[[nodiscard]] Device device_for(int rank_on_machine, std::span<const Device> devices);

// A rank that throws must not leave the others waiting, so ranks exchange failures before each collective
// step.

/// An exception in a form that can be sent to other ranks.
struct Failure {
    Status status;
    int opencl_code;
    std::string message;
    std::string build_log;
};

/// The arguments that must be the same on all ranks.
struct CommonArguments {
    std::string words; ///< the text of the arguments for messages
    /// A text that is equal on two ranks if and only if their arguments are equal.
    std::string exact;
};

/// Returns the result of work(), or a Failure if it throws.
template <class Work>
[[nodiscard]] std::variant<std::invoke_result_t<Work>, Failure> attempted(const Work& work) try {
    return work();
} catch (const Error& error) {
    return Failure{error.status(), error.opencl_code(), error.what(), std::string(error.build_log())};
} catch (const std::exception& error) { // such as std::bad_alloc
    return Failure{Status::unsupported, 0, error.what(), {}};
}

/// If any rank has failed (`failure` is not null), all ranks throw the Error of the lowest rank that failed;
/// the message names that rank. Otherwise, all ranks throw Error(invalid_argument) if `given` differs between
/// ranks. Collective.
void agree(const Ranks& ranks, const Failure* failure, const CommonArguments& given);

/// Returns the result of work() if no rank fails; otherwise throws like agree(). given() returns
/// CommonArguments, and may also throw. Collective.
template <class GetArguments, class Work>
[[nodiscard]] auto agreed(const Ranks& ranks, const GetArguments& given, const Work& work) {
    CommonArguments of_rank;
    auto outcome = attempted([&] {
        of_rank = given();
        return work();
    });
    agree(ranks, std::get_if<Failure>(&outcome), of_rank);
    return std::get<0>(std::move(outcome));
}

} // namespace histo_cl::detail
