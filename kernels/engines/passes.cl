// passes: kernels that copy counters from the whole problem to one pass, and back (src/problem/split.hpp).
//
// All counters are contiguous; those of a histogram have the order that counter_order.cl describes. A pass has all sums
// of some of the cells. Only the counters of cells [begin, end) of the pass are copied.

static inline bool is_copied(ulong n, uint counters_of_pass, uint cells_of_pass, uint begin, uint end) {
    const uint cell = cell_at((uint)(n % counters_of_pass), cells_of_pass);
    return cell >= begin && cell < end;
}

// The place of counter n of a pass in the whole problem's counters. `first`: the pass's first cell.
static inline ulong
place_of(ulong n, uint counters_of_pass, uint cells_of_pass, ulong counters, ulong cells, ulong first) {
    const ulong histogram = n / counters_of_pass;
    const uint own = (uint)(n - histogram * counters_of_pass);
    return histogram * counters +
           (BY_CELL ? first * SUMS + own : own / cells_of_pass * cells + first + cell_at(own, cells_of_pass));
}

__kernel void take_pass(__global const COUNTER *counts, ulong counters, ulong cells, __global COUNTER *pass, ulong size,
                        uint counters_of_pass, uint cells_of_pass, ulong first, uint begin, uint end) {
    const size_t n = get_global_id(0);
    if (n < size && is_copied(n, counters_of_pass, cells_of_pass, begin, end))
        pass[n] = counts[place_of(n, counters_of_pass, cells_of_pass, counters, cells, first)];
}

__kernel void place_pass(__global COUNTER *counts, ulong counters, ulong cells, __global const COUNTER *pass,
                         ulong size, uint counters_of_pass, uint cells_of_pass, ulong first, uint begin, uint end) {
    const size_t n = get_global_id(0);
    if (n < size && is_copied(n, counters_of_pass, cells_of_pass, begin, end))
        counts[place_of(n, counters_of_pass, cells_of_pass, counters, cells, first)] = pass[n];
}
