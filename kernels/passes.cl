// passes: the counters of one pass, from and to their places among those of a problem that takes several (src/problem/passes.hpp).
//
// A pass has its counters side by side: [histogram][cell], or [histogram][sum, square][cell]. Beside sums of f32 and f64 weights,
// which are doubles, elements are counted in whole numbers; these become doubles, and those added to whole numbers, bit by bit:
// a device needs no doubles.

// Where counter n of a pass is: `first` and `squares` are the places of its cells and of its squares in a histogram of the whole.
static inline ulong place_of(ulong n, uint counters_of_pass, uint cells, ulong first, ulong squares, ulong counters) {
    const ulong histogram = n / counters_of_pass;
    const uint own = (uint)(n - histogram * counters_of_pass);
    return histogram * counters + (own < cells ? first + own : squares + (own - cells));
}

#if DOUBLES
// The bits of the double nearest to n, which is signed, ties to even.
static inline ulong as_double_bits(ulong bits) {
    const ulong sign = bits & 1UL << 63, n = sign != 0 ? ~bits + 1 : bits;
    if (n == 0) return 0;
    const uint leading = 63 - (uint)clz(n);
    ulong whole = n;
    if (leading <= 52) {
        whole <<= 52 - leading;
    } else {
        const uint drop = leading - 52;
        const ulong half_unit = 1UL << (drop - 1), rest = n & (2 * half_unit - 1);
        whole = n >> drop;
        if (rest > half_unit || (rest == half_unit && (whole & 1) != 0)) ++whole;
    }
    return sign | (((ulong)(leading + 1022) << 52) + whole); // the leading bit, or a carry out of it, raises the exponent
}

// The whole number that a double is, below 2^63 in magnitude.
static inline ulong as_whole(ulong bits) {
    const int exponent = (int)(bits >> 52 & 2047u) - 1075;
    const ulong mantissa = (bits & ((1UL << 52) - 1)) | 1UL << 52;
    if (exponent < -52) return 0;
    const ulong n = exponent < 0 ? mantissa >> -exponent : mantissa << min(exponent, 10);
    return bits >> 63 != 0 ? ~n + 1 : n;
}
#else
#define as_double_bits(n) (n)
#define as_whole(n) (n)
#endif

__kernel void take_pass(__global const COUNTER *counts, ulong counters, __global COUNTER *pass, ulong size, uint counters_of_pass,
                        uint cells, ulong first, ulong squares, uint whole) {
    const size_t n = get_global_id(0);
    if (n >= size) return;
    const COUNTER count = counts[place_of(n, counters_of_pass, cells, first, squares, counters)];
    pass[n] = whole != 0 ? as_whole(count) : count;
}

__kernel void place_pass(__global COUNTER *counts, ulong counters, __global const COUNTER *pass, ulong size, uint counters_of_pass,
                         uint cells, ulong first, ulong squares, uint whole) {
    const size_t n = get_global_id(0);
    if (n >= size) return;
    counts[place_of(n, counters_of_pass, cells, first, squares, counters)] = whole != 0 ? as_double_bits(pass[n]) : pass[n];
}
