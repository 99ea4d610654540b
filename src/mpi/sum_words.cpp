#include "mpi/sum_words.hpp"

#include "mpi/call.hpp"

#include <algorithm>

namespace histo_cl::inline HISTO_CL_ABI::detail {

namespace {

/// The two buffers of a reduction in place.
struct Buffers {
    void* sent;
    void* received;
};

Buffers buffers_of(const Ranks& ranks, std::span<std::uint64_t> words, std::optional<int> root) {
    if (root && *root != ranks.rank) return {words.data(), nullptr};
    return {MPI_IN_PLACE, words.data()};
}

/// Calls `reduce` with the buffers and the length of each block.
template <class Reduce>
void for_each_block(const Ranks& ranks, std::span<std::uint64_t> words, std::optional<int> root,
                    std::size_t at_once, const Reduce& reduce) {
    while (!words.empty()) {
        const auto block = words.first(std::min(at_once, words.size()));
        reduce(buffers_of(ranks, block, root), static_cast<int>(block.size()));
        words = words.subspan(block.size());
    }
}

} // namespace

void sum_words(const Ranks& ranks, std::span<std::uint64_t> words, std::optional<int> root,
               std::size_t at_once) {
    for_each_block(ranks, words, root, at_once, [&](Buffers buffers, int count) {
        if (root)
            check_mpi(
                MPI_Reduce(buffers.sent, buffers.received, count, MPI_UINT64_T, MPI_SUM, *root, ranks.comm),
                "MPI_Reduce");
        else
            check_mpi(MPI_Allreduce(buffers.sent, buffers.received, count, MPI_UINT64_T, MPI_SUM, ranks.comm),
                      "MPI_Allreduce");
    });
}

std::vector<MPI_Request> begin_sum_of_words(const Ranks& ranks, std::span<std::uint64_t> words,
                                            std::optional<int> root, std::size_t at_once) {
    std::vector<MPI_Request> requests;
    requests.reserve((words.size() + at_once - 1) / at_once);
    for_each_block(ranks, words, root, at_once, [&](Buffers buffers, int count) {
        MPI_Request request = MPI_REQUEST_NULL;
        if (root)
            check_mpi(MPI_Ireduce(buffers.sent, buffers.received, count, MPI_UINT64_T, MPI_SUM, *root,
                                  ranks.comm, &request),
                      "MPI_Ireduce");
        else
            check_mpi(MPI_Iallreduce(buffers.sent, buffers.received, count, MPI_UINT64_T, MPI_SUM, ranks.comm,
                                     &request),
                      "MPI_Iallreduce");
        requests.push_back(request);
    }); // NOLINT(clang-analyzer-optin.mpi.MPI-Checker): the caller waits for them
    return requests;
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
