#include "mpi/merge.hpp"

#include "mpi/call.hpp"
#include "mpi/sum_words.hpp"

#include <functional>

namespace histo_cl::inline HISTO_CL_ABI {
namespace {

using namespace detail;

void check_root(const Ranks& ranks, std::optional<int> root) {
    if (root && (*root < 0 || *root >= ranks.count))
        throw Error(Status::invalid_argument, "root " + std::to_string(*root) + ": there are ranks 0 to " +
                                                  std::to_string(ranks.count - 1));
}

std::uint64_t sum_of(const Ranks& ranks, std::uint64_t elements) {
    sum_words(ranks, {&elements, 1}, {});
    return elements;
}

/// Partial would say so, but on the root alone.
void check_elements(const Problem& problem, std::uint64_t elements) {
    if (problem.weight_bound && elements > problem.weight_bound->elements)
        throw Error(Status::invalid_argument, "the ranks have " + std::to_string(elements) +
                                                  " elements: the weights' bound allows at most " +
                                                  std::to_string(problem.weight_bound->elements));
}

} // namespace

Given detail::given_to_merge(const Ranks& ranks, const Problem& problem, const std::string& fingerprint,
                             std::optional<int> root) {
    check_root(ranks, root);
    const auto place = root ? "rank " + std::to_string(*root) : std::string("all ranks");
    return {to_string(problem) + ", on " + place, fingerprint + place};
}

Merging detail::merge_of(const Ranks& ranks, const Partial& local, std::optional<int> root) {
    const auto elements = sum_of(ranks, local.elements());
    check_elements(local.problem(), elements);
    return {.problem = local.problem(),
            .has_whole = !root || *root == ranks.rank,
            .elements = elements,
            .words = {local.words().begin(), local.words().end()}};
}

std::optional<Partial> detail::whole_of(const Merging& merge) {
    if (!merge.has_whole) return std::nullopt;
    return Partial::from_words(merge.problem, merge.words, merge.elements);
}

std::optional<Partial> detail::merge_agreed(const Ranks& ranks, const Partial& local,
                                            std::optional<int> root) {
    auto merge = merge_of(ranks, local, root);
    sum_words(ranks, merge.words, root);
    return whole_of(merge);
}

std::optional<Partial> merge(MPI_Comm comm, const Partial& local, std::optional<int> root) {
    const auto ranks = ranks_of(comm);
    const auto& agreed_on = agreed(
        ranks, [&] { return given_to_merge(ranks, local.problem(), local.fingerprint(), root); },
        [&] { return std::cref(local); });
    return merge_agreed(ranks, agreed_on, root);
}

} // namespace histo_cl::inline HISTO_CL_ABI
