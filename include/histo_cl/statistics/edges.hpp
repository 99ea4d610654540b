#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/error.hpp"
#include "histo_cl/statistics/plural.hpp"

#include <cstddef>
#include <span>
#include <string>

namespace histo_cl::detail {

/// Throws Error(invalid_argument) unless the edges increase and their number is one more than `counts`. Edge
/// is double or Number.
template <class Edge>
void check_edges(std::size_t counts, std::span<const Edge> edges) {
    if (edges.size() != counts + 1)
        throw Error(Status::invalid_argument, plural(edges.size(), "edge") + " for " +
                                                  plural(counts, "count") +
                                                  ": there must be one more edge than counts");
    for (std::size_t i = 0; i < counts; ++i)
        if (!(edges[i] < edges[i + 1]))
            throw Error(Status::invalid_argument, "edge " + std::to_string(i + 1) +
                                                      " does not rise above edge " + std::to_string(i) +
                                                      ": edges must be strictly increasing");
}

} // namespace histo_cl::detail
