// passes: the counters of one pass, from and to their places among those of a problem that takes several
// (src/problem/split.hpp).
//
// A pass has its counters side by side: [histogram][cell], or [histogram][sum, square][cell]. Beside sums of float
// weights, which are doubles, elements are counted in whole numbers; see whole_doubles.cl.

// The place of counter n of a pass. `first` and `squares` are the places of its cells and of its squares in a histogram
// of the whole.
static inline ulong place_of(ulong n, uint counters_of_pass, uint cells, ulong first, ulong squares, ulong counters) {
    const ulong histogram = n / counters_of_pass;
    const uint own = (uint)(n - histogram * counters_of_pass);
    return histogram * counters + (own < cells ? first + own : squares + (own - cells));
}

__kernel void take_pass(__global const COUNTER *counts, ulong counters, __global COUNTER *pass, ulong size,
                        uint counters_of_pass, uint cells, ulong first, ulong squares, uint whole) {
    const size_t n = get_global_id(0);
    if (n >= size) return;
    const COUNTER count = counts[place_of(n, counters_of_pass, cells, first, squares, counters)];
    pass[n] = whole != 0 ? as_whole(count) : count;
}

__kernel void place_pass(__global COUNTER *counts, ulong counters, __global const COUNTER *pass, ulong size,
                         uint counters_of_pass, uint cells, ulong first, ulong squares, uint whole) {
    const size_t n = get_global_id(0);
    if (n >= size) return;
    counts[place_of(n, counters_of_pass, cells, first, squares, counters)] =
        whole != 0 ? as_double_bits(pass[n]) : pass[n];
}
