// zero_sums: the kernel before a histogram of float weights, minima or maxima.

// Sets the words to zero, but those at `range_at` to `greatest`, the known greatest exponent field of each vector's
// weights, or 0 if it is not known yet. (Not every driver can fill buffers of 4 GiB and more.)
__kernel void zero_sums(__global uint *workspace, ulong words, ulong range_at, uint greatest) {
    const size_t n = get_global_id(0);
    if (n < words) workspace[n] = n >= range_at && n - range_at < VECTORS ? greatest : 0;
}
