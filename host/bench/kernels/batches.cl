// Straightforward kernels for many histograms, and for joint histograms. SAMPLE is the type of a sample.
// Sample x is in bin floor(x * scale), which is exact for the ranges of the benchmark.

uint bin_of(SAMPLE x, float scale) {
    return (uint)((float)x * scale);
}

/// A work-group per histogram, which counts in local memory. Histogram h has lengths[h] elements in rows of
/// `width`; its first element is at begins[h], and rows are `pitch` apart.
kernel void group_per_histogram(global const SAMPLE* samples, global const ulong* begins,
                                global const uint* lengths, uint width, ulong pitch, uint bins, float scale,
                                global uint* counts, local uint* own) {
    const ulong histogram = get_group_id(0);
    const uint item = get_local_id(0);
    const uint items = get_local_size(0);
    for (uint i = item; i < bins; i += items)
        own[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    global const SAMPLE* from = samples + begins[histogram];
    for (uint i = item; i < lengths[histogram]; i += items) {
        const uint bin = bin_of(from[i / width * pitch + i % width], scale);
        if (bin < bins) atomic_inc(own + bin);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = item; i < bins; i += items)
        counts[histogram * bins + i] = own[i];
}

/// A work-item per histogram. The counts must be zero before the call.
kernel void item_per_histogram(global const SAMPLE* samples, global const ulong* begins,
                               global const uint* lengths, uint width, ulong pitch, uint bins, float scale,
                               global uint* counts, ulong histograms) {
    const ulong histogram = get_global_id(0);
    if (histogram >= histograms) return;
    for (uint i = 0; i < lengths[histogram]; ++i) {
        const uint bin = bin_of(samples[begins[histogram] + i / width * pitch + i % width], scale);
        if (bin < bins) ++counts[histogram * bins + bin];
    }
}

/// A work-item per point of two samples, which adds to a joint histogram of `bins` times `bins`. The counts
/// must be zero before the call.
kernel void item_per_point(global const SAMPLE* samples, ulong points, uint bins, float scale,
                           global uint* counts) {
    const ulong point = get_global_id(0);
    if (point >= points) return;
    const uint row = bin_of(samples[2 * point], scale);
    const uint column = bin_of(samples[2 * point + 1], scale);
    if (row < bins && column < bins) atomic_inc(counts + (ulong)row * bins + column);
}
