#include "bench/cpu/peer.hpp"

#include "common/timing.hpp"

#include <algorithm>

namespace bench_cpu {

std::vector<std::uint32_t> HostTrial::checked_run() {
    std::ranges::fill(counts_, 0xa5a5a5a5);
    count(counts_);
    return counts_;
}

double HostTrial::wall_seconds() {
    const common::Stopwatch stopwatch;
    count(counts_);
    return stopwatch.seconds();
}

void refuse(const std::string& what) {
    throw histo_cl::Error(histo_cl::Status::unsupported, "not supported by this peer: " + what);
}

void take_even_bins_in(const bench::State& state, std::initializer_list<bench::Layout> layouts) {
    if (state.binning != bench::Binning::even) refuse("bins given by edges");
    if (std::ranges::find(layouts, state.layout) == layouts.end())
        refuse("the layout " + std::string(name(state.layout)));
}

} // namespace bench_cpu
