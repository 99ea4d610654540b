#include "mpi/merge.hpp"

#include "mpi/ranks.hpp"

#include <algorithm>
#include <functional>

namespace histo_cl::detail {

namespace {

/// The two buffer arguments of an MPI reduction in place.
struct Buffers {
    void* sent;
    void* received;
};

Buffers buffers_of(const Ranks& ranks, std::span<std::uint64_t> words, std::optional<int> root) {
    if (root && *root != ranks.rank) return {words.data(), nullptr};
    return {MPI_IN_PLACE, words.data()};
}

/// Calls reduce(buffers, length) for each block of at most `at_once` words.
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

std::array<WordsToReduce, 2> merging_of(const Problem& problem, std::span<std::uint64_t> words) {
    const std::uint64_t counts = problem.weights.counts ? problem.cells() : 0;
    const auto summed = problem.weights.accumulator == Accumulator::sum ? words.size() : counts;
    return {{{words.first(summed), MPI_SUM}, {words.subspan(summed), MPI_MAX}}};
}

void reduce_words(const Ranks& ranks, MPI_Op op, std::span<std::uint64_t> words, std::optional<int> root,
                  std::size_t at_once) {
    for_each_block(ranks, words, root, at_once, [&](Buffers buffers, int count) {
        if (root)
            check_mpi(MPI_Reduce(buffers.sent, buffers.received, count, MPI_UINT64_T, op, *root, ranks.comm),
                      "MPI_Reduce");
        else
            check_mpi(MPI_Allreduce(buffers.sent, buffers.received, count, MPI_UINT64_T, op, ranks.comm),
                      "MPI_Allreduce");
    });
}

std::vector<MPI_Request> begin_reduction(const Ranks& ranks, MPI_Op op, std::span<std::uint64_t> words,
                                         std::optional<int> root, std::size_t at_once) {
    std::vector<MPI_Request> requests;
    requests.reserve((words.size() + at_once - 1) / at_once);
    for_each_block(ranks, words, root, at_once, [&](Buffers buffers, int count) {
        MPI_Request request = MPI_REQUEST_NULL;
        if (root)
            check_mpi(MPI_Ireduce(buffers.sent, buffers.received, count, MPI_UINT64_T, op, *root, ranks.comm,
                                  &request),
                      "MPI_Ireduce");
        else
            check_mpi(
                MPI_Iallreduce(buffers.sent, buffers.received, count, MPI_UINT64_T, op, ranks.comm, &request),
                "MPI_Iallreduce");
        requests.push_back(request);
    }); // NOLINT(clang-analyzer-optin.mpi.MPI-Checker): the caller waits for them
    return requests;
}

} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {
namespace {

using namespace detail;

void check_root(const Ranks& ranks, std::optional<int> root) {
    if (root && (*root < 0 || *root >= ranks.count))
        throw Error(Status::invalid_argument, "root " + std::to_string(*root) + ": there are ranks 0 to " +
                                                  std::to_string(ranks.count - 1));
}

std::uint64_t sum_of(const Ranks& ranks, std::uint64_t elements) {
    reduce_words(ranks, MPI_SUM, {&elements, 1}, {});
    return elements;
}

/// Throws on all ranks if the bound allows fewer elements. Partial::from_words() would throw on the root
/// only.
void check_elements(const Problem& problem, std::uint64_t elements) {
    if (problem.weights.bound && elements > problem.weights.bound->elements)
        throw Error(Status::invalid_argument, "the ranks have " + std::to_string(elements) +
                                                  " elements: the weights' bound allows at most " +
                                                  std::to_string(problem.weights.bound->elements));
}

} // namespace

} // namespace histo_cl::inline HISTO_CL_ABI

namespace histo_cl::detail {

CommonArguments given_to_merge(const Ranks& ranks, const Problem& problem, const std::string& fingerprint,
                               std::optional<int> root) {
    check_root(ranks, root);
    const auto place = root ? "rank " + std::to_string(*root) : std::string("all ranks");
    return {to_string(problem) + ", on " + place, fingerprint + place};
}

Merging merge_of(const Ranks& ranks, const Partial& local, std::optional<int> root) {
    const auto elements = sum_of(ranks, local.elements());
    check_elements(local.problem(), elements);
    return {.problem = local.problem(),
            .has_whole = !root || *root == ranks.rank,
            .elements = elements,
            .words = {local.words().begin(), local.words().end()}};
}

std::optional<Partial> whole_of(const Merging& merge) {
    if (!merge.has_whole) return std::nullopt;
    return Partial::from_words(merge.problem, merge.words, merge.elements);
}

std::optional<Partial> merge_agreed(const Ranks& ranks, const Partial& local, std::optional<int> root) {
    auto merge = merge_of(ranks, local, root);
    for (auto [words, op] : merging_of(merge.problem, merge.words))
        reduce_words(ranks, op, words, root);
    return whole_of(merge);
}

} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {

std::optional<Partial> merge(MPI_Comm comm, const Partial& local, std::optional<int> root) {
    const auto ranks = ranks_of(comm);
    const auto& agreed_on = agreed(
        ranks, [&] { return given_to_merge(ranks, local.problem(), local.fingerprint(), root); },
        [&] { return std::cref(local); });
    return merge_agreed(ranks, agreed_on, root);
}

} // namespace histo_cl::inline HISTO_CL_ABI
