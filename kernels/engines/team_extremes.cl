// team_extremes: like team_counts.cl, but for ranks and the counts next to them. The caller's counters have 64 bits,
// unlike COUNTER.
static inline void deliver_total(__global COUNTER *counts, size_t at, uint bin, amount n, bool add, const problem *p) {
    __global ulong *counter = (__global ulong *)counts + at;
    *counter = finished_counter(n, bin, CELLS, add, add ? *counter : 0);
}
