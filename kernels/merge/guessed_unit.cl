// guessed_unit: sums float weights in one pass although their greatest exponent is not known. The kernel weight_range
// reads only some of the weights, and the unit follows from an exponent that is a little greater than theirs. If all
// weights are multiples of this unit, and none is too great for it, the sums are exact, so they equal the sums in the
// unit that follows from the greatest weight. Otherwise some sum has FLAG_BEYOND_BOUND, and everything is repeated with
// the greatest exponent of all weights. The host enqueues both ways; the kernels of the second do nothing if the first
// has succeeded.

#define GUESS_FAILED 5 // the word of the range that says whether any sum has FLAG_BEYOND_BOUND

// Guesses each vector's greatest exponent: 5 more than that of the greatest weight that was read.
__kernel void guess_range(__global uint *workspace, ulong range_at) {
    const size_t v = get_global_id(0);
    __global uint *range = workspace + range_at;
    if (v < VECTORS) range[v] = min(range[v] + 5, 2u * WEIGHT_BIAS);
    if (v == 0) range[UNIT_STATE] = UNIT_IS_GUESSED;
}

__kernel void check_guess(__global uint *workspace, ulong range_at, ulong sums) {
    const size_t n = get_global_id(0);
    if (n < sums && (workspace[4 * n + 3] & FLAG_BEYOND_BOUND) != 0) atomic_or(workspace + range_at + GUESS_FAILED, 1u);
}

// If the guess has failed, sets the sums and the exponents to zero; else records that the sums are complete.
__kernel void keep_or_zero(__global uint *workspace, ulong range_at) {
    const size_t n = get_global_id(0);
    const bool failed = workspace[range_at + GUESS_FAILED] != 0;
    if (failed && n < range_at + VECTORS) workspace[n] = 0;
    if (n == 0) workspace[range_at + UNIT_STATE] = failed ? 0 : UNIT_IS_DONE;
}
