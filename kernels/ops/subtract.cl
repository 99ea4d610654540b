// subtract: subtracts the counters of one histogram from the counters of another. A work-item writes only counters that
// it has read, so the difference may overwrite either operand.
__kernel void subtract(__global const SUM_COUNTER *minuend, __global const SUM_COUNTER *subtrahend,
                       __global SUM_COUNTER *difference, ulong counters) {
    const size_t n = get_global_id(0);
    if (n < counters) difference[n] = less(minuend[n], subtrahend[n]);
}
