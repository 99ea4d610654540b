// Words in several blocks are added up like those in one.

#include "mpi/merge.hpp"
#include "world.hpp"

#include <doctest/doctest.h>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

detail::Ranks world() {
    return {MPI_COMM_WORLD, rank(), ranks()};
}

/// The words of a rank, so large that sums over three or more ranks wrap.
std::vector<std::uint64_t> words_of(int rank, std::size_t count) {
    std::vector<std::uint64_t> words(count);
    for (std::size_t i = 0; i < count; ++i)
        words[i] = (~std::uint64_t{0} / 3 - i) * static_cast<std::uint64_t>(rank + 1);
    return words;
}

std::vector<std::uint64_t> sums_of(std::size_t count) {
    return words_of(ranks() * (ranks() + 1) / 2 - 1, count);
}

} // namespace

TEST_SUITE_BEGIN("sum_words");

TEST_CASE("adds up words in blocks that end before, at and after the last word") {
    for (const std::size_t count : {0U, 1U, 2U, 3U, 4U, 6U, 7U}) {
        CAPTURE(count);
        auto words = words_of(rank(), count);
        reduce_words(world(), MPI_SUM, words, {}, 3);
        CHECK(words == sums_of(count));

        words = words_of(rank(), count);
        reduce_words(world(), MPI_SUM, words, 0, 3);
        if (rank() == 0) CHECK(words == sums_of(count));

        for (const auto root : {std::optional<int>(), std::optional(ranks() - 1)}) {
            words = words_of(rank(), count);
            auto requests = begin_reduction(world(), MPI_SUM, words, root, 3);
            CHECK(requests.size() == (count + 2) / 3);
            MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
            if (!root || *root == rank()) CHECK(words == sums_of(count));
        }
    }
}

TEST_SUITE_END();
