#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/default_problem.hpp"
#include "histo_cl/device.hpp"
#include "histo_cl/export.h"
#include "histo_cl/histogram.hpp"
#include "histo_cl/host_data.hpp"
#include "histo_cl/options.hpp"
#include "histo_cl/partial.hpp"
#include "histo_cl/problem.hpp"

#include <cstdint>
#include <memory>
#include <mpi.h>
#include <optional>
#include <span>
#include <vector>

// The component histo_cl::mpi counts samples that are distributed over the ranks of an MPI communicator into
// one histogram. It is a separate library: use find_package(histo_cl COMPONENTS mpi) and link histo_cl::mpi.
// histo_cl.hpp does not include this header.
//
// The functions here are collective, except the members of HistogramRequest: all ranks of the communicator
// must call them in the same order, like MPI's own collective functions. They use the caller's communicator,
// and create another one only to number the ranks on a machine. Only the calling thread calls MPI. With
// MPI_THREAD_FUNNELED or MPI_THREAD_SINGLE, that must be the thread that initialized MPI; otherwise
// Error(invalid_argument) is thrown. Concurrent calls from several threads need MPI_THREAD_MULTIPLE and a
// communicator for each thread.
//
// If counting fails on a rank, all ranks fail: each throws the Error of the lowest rank that failed, whose
// what() begins with the rank, e.g. "rank 3 of 16: ", and no rank returns counts. Ranks that request
// different things throw Error(invalid_argument).
//
// Some errors are thrown only by the rank that finds them: Error(invalid_argument) if MPI is not initialized
// or already finalized, if the wrong thread calls, or if the communicator is null or an intercommunicator;
// and Error(mpi_error), with the name of the function, if an MPI function fails and the communicator's
// error handler returns. The default handler does not return: it ends the job.

namespace histo_cl::inline HISTO_CL_ABI {

/// How the ranks count, and which of them get the counts. All ranks must pass the same `root`; other members
/// may differ.
struct MpiOptions {
    Options options = {}; ///< how the rank counts
    /// Empty: device_for_rank(comm), or the calling thread on a machine without a device that can count.
    std::optional<Device> device = {};
    std::optional<int> root = {}; ///< the rank that gets the counts; empty: all ranks get them
};

/// The device for this rank. The ranks on one machine get the devices in turn, round robin. Without
/// `devices`, these are all devices that have a compiler and the same type as default_device(): GPUs,
/// accelerators or CPUs.
///
/// Throws Error(invalid_argument) for an empty span, and like default_device(), only on the ranks that fail.
[[nodiscard]] HISTO_CL_API Device device_for_rank(MPI_Comm comm, std::span<const Device> devices);
/// Like the function above, without a list of devices.
[[nodiscard]] HISTO_CL_API Device device_for_rank(MPI_Comm comm);

/// default_problem() for the samples of all ranks together; returns the same problem on all ranks. Some or
/// all ranks may have no samples. Throws like default_problem(samples), and Error(invalid_argument) if the
/// types differ.
[[nodiscard]] HISTO_CL_API Problem default_problem(MPI_Comm comm, const HostArray& local);

/// Merges the partials of all ranks by a reduction of their words. Returns the merged partial on all ranks;
/// with a root, returns it on the root only, and an empty optional on other ranks.
///
/// Throws Error(invalid_argument), on all ranks, if the fingerprints or the roots differ, if the root is not
/// a rank, or if the ranks together have more elements than the weight bound allows.
[[nodiscard]] HISTO_CL_API std::optional<Partial> merge(MPI_Comm comm, const Partial& local,
                                                        std::optional<int> root = {});

} // namespace histo_cl::inline HISTO_CL_ABI

namespace histo_cl::detail {

struct MergeInFlight;

} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {

/// Returns the histogram of the data of all ranks together. Each rank counts its own data like
/// histogram(problem, data) on its device, and MPI_Allreduce, or MPI_Reduce for a root, adds up the counts.
/// Returns the same counts on all ranks; with a root, returns them on the root only, and an empty Histogram
/// on other ranks. A rank may have no data, and the layouts of ranks may differ.
///
/// Sums of float weights have the bits of one call with all data, regardless of how the data is distributed
/// over the ranks. Without Weights::bound, the ranks first agree on a bound, for which each rank reads its
/// weights once.
///
/// Throws Error, on all ranks, like histogram(problem, data) and Partial's constructor, and
/// Error(invalid_argument) if the problems or the roots differ, or the root is not a rank.
[[nodiscard]] HISTO_CL_API Histogram histogram(MPI_Comm comm, const Problem& problem, const HostData& local,
                                               const MpiOptions& options = {});

/// Counts that are being added up, as returned by ihistogram(). Movable. Not thread-safe. The destructor
/// waits for the reduction if wait() was not called.
class HISTO_CL_API HistogramRequest {
  public:
    /// Makes the request that ihistogram() returns.
    HistogramRequest(MPI_Comm comm, const Problem& problem, const HostData& local, const MpiOptions& options);
    /// After this, the other request may only be assigned to or destroyed.
    HistogramRequest(HistogramRequest&&) noexcept;
    /// Waits for the reduction of this request first.
    HistogramRequest& operator=(HistogramRequest&&) noexcept;
    ~HistogramRequest(); ///< waits: MPI cannot cancel a reduction

    /// Whether the counts are complete, so that wait() returns at once. An MPI library without a progress
    /// thread advances the reduction only in this call and other MPI calls. Throws like wait().
    [[nodiscard]] bool test();

    /// Waits for the counts and returns them. Throws Error(invalid_argument) if they have already been
    /// returned, or if the request was moved from.
    [[nodiscard]] Histogram wait();

  private:
    [[nodiscard]] detail::MergeInFlight& in_flight() const;

    std::unique_ptr<detail::MergeInFlight> in_flight_;
};

/// Like histogram(), but returns when all ranks have counted their data, before the counts are added up. The
/// caller may then change or free the data of `local`, and can count the next data during the reduction
/// (MPI_Iallreduce or MPI_Ireduce). Throws like histogram().
[[nodiscard]] inline HistogramRequest ihistogram(MPI_Comm comm, const Problem& problem, const HostData& local,
                                                 const MpiOptions& options = {}) {
    return {comm, problem, local, options};
}

} // namespace histo_cl::inline HISTO_CL_ABI
