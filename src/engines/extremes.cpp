// Minima and maxima of weights: ranks in the workspace, which are converted to the counters at the end.

#include "engines/single.hpp"
#include "variants/counters.hpp"

namespace histo_cl::detail {

void Single::create_rank_kernels() {
    zero_ranks_ = create_kernel("zero_ranks");
    finish_ranks_ = create_kernel("finish_ranks");
}

void Single::zero_ranks(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g) const {
    const auto words = workspace_parts(problem(), g.histograms).partials;
    auto* const zero_ranks = commands.to_launch(zero_ranks_.get());
    Arguments(zero_ranks) << buffers.workspace << words;
    launch_items(commands, zero_ranks, words);
}

void Single::finish_ranks(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g,
                          bool add) const {
    const std::uint64_t counters = g.histograms * problem().counters();
    auto* const finish_ranks = commands.to_launch(finish_ranks_.get());
    Arguments(finish_ranks) << buffers.workspace << buffers.counts << counters << add;
    launch_items(commands, finish_ranks, counters);
}

} // namespace histo_cl::detail
