// subtract: the counters of one histogram less those of another. A work-item reads what it writes, so that the
// difference may be in the memory of either.
__kernel void subtract(__global const SUM_COUNTER *minuend, __global const SUM_COUNTER *subtrahend,
                       __global SUM_COUNTER *difference, ulong counters) {
    const size_t n = get_global_id(0);
    if (n < counters) difference[n] = less(minuend[n], subtrahend[n]);
}
