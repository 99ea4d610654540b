#pragma once

#include "support/random.hpp"

#include <histo_cl/histo_cl.hpp>
#include <histo_cl/mpi.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

// Every rank runs the same tests with the same random numbers, so that each knows the data of all.

namespace histo_cl::test {

inline int rank() {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

inline int ranks() {
    int count = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    return count;
}

inline const Problem bytes_problem{.axes = {identity_bins(256)}};

/// A range of elements.
struct Part {
    std::size_t first;
    std::size_t size;
};

/// This rank's part of `whole` elements, which are divided into parts of random lengths, some of them empty.
inline Part ragged_part(Random& random, std::size_t whole) {
    std::vector<std::size_t> cuts{0, whole};
    for (int i = 1; i < ranks(); ++i)
        cuts.push_back(random.one_in(4) ? random.pick(cuts) : random.below(whole + 1));
    std::ranges::sort(cuts);
    const auto place = static_cast<std::size_t>(rank());
    return {cuts[place], cuts[place + 1] - cuts[place]};
}

/// The bytes of a part, with elements of `bytes` bytes.
inline std::span<const std::byte> part_of(std::span<const std::byte> whole, Part part, std::size_t bytes) {
    return whole.subspan(part.first * bytes, part.size * bytes);
}

/// Options without a device, because a test may have more ranks than the machine has cores.
inline MpiOptions on_calling_thread() {
    return {.options = {.calling_thread = true}};
}

} // namespace histo_cl::test
