// merge_partials: sums the rows of partials. One work-item per bin; adjacent work-items read adjacent counts.
__kernel void merge_partials(__global const uint *partials, uint rows, uint row_words, uint bins,
                             __global COUNTER *counts, uint add) {
    const size_t bin = get_global_id(0);
    if (bin >= bins) return;
    uint sum = 0; // a launch has fewer than 2^32 samples
    for (uint row = 0; row < rows; ++row) sum += partial_at(partials + row * (size_t)row_words, row_words, bins, bin);
    counts[bin] = increased(add ? counts[bin] : 0, sum);
}
