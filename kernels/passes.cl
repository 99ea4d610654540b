// passes: kernels that copy the counters of one pass from and to their places in the counters of the whole problem
// (src/problem/split.hpp).
//
// The counters of a pass are contiguous: [histogram][cell], or [histogram][sum, square][cell]. With sums of float
// weights, the counters of the whole problem are doubles. A pass that counts elements has integers, which are converted
// if `whole` is set (whole_doubles.cl). Only the counters of cells [first_cell, end_cell) of the pass are copied.

static inline bool is_copied(ulong n, uint counters_of_pass, uint cells, uint first_cell, uint end_cell) {
    const uint own = (uint)(n - n / counters_of_pass * counters_of_pass), cell = own < cells ? own : own - cells;
    return cell >= first_cell && cell < end_cell;
}

// The place of counter n of a pass in the whole problem's counters. `first` and `squares`: the places of the pass's
// cells and squares within a histogram of the whole problem.
static inline ulong place_of(ulong n, uint counters_of_pass, uint cells, ulong first, ulong squares, ulong counters) {
    const ulong histogram = n / counters_of_pass;
    const uint own = (uint)(n - histogram * counters_of_pass);
    return histogram * counters + (own < cells ? first + own : squares + (own - cells));
}

__kernel void
take_pass(__global const COUNTER *counts, ulong counters, __global COUNTER *pass, ulong size, uint counters_of_pass,
          uint cells, ulong first, ulong squares, uint whole, uint first_cell, uint end_cell) {
    const size_t n = get_global_id(0);
    if (n >= size || !is_copied(n, counters_of_pass, cells, first_cell, end_cell)) return;
    const COUNTER count = counts[place_of(n, counters_of_pass, cells, first, squares, counters)];
    pass[n] = whole != 0 ? as_whole(count) : count;
}

__kernel void
place_pass(__global COUNTER *counts, ulong counters, __global const COUNTER *pass, ulong size, uint counters_of_pass,
           uint cells, ulong first, ulong squares, uint whole, uint first_cell, uint end_cell) {
    const size_t n = get_global_id(0);
    if (n >= size || !is_copied(n, counters_of_pass, cells, first_cell, end_cell)) return;
    counts[place_of(n, counters_of_pass, cells, first, squares, counters)] =
        whole != 0 ? as_double_bits(pass[n]) : pass[n];
}
