// zero_sums: the kernel before a histogram of float weights, minima or maxima.

// Sets all words to zero, except for a word per vector of weights at `range_at`. These are set to `max_field`, the
// greatest exponent field of the weights, which is 0 if it is not known yet. A kernel does this, because not every
// driver can fill buffers of 4 GiB and more.
__kernel void zero_sums(__global uint *workspace, ulong words, ulong range_at, uint max_field) {
    const size_t n = get_global_id(0);
    if (n < words) workspace[n] = n >= range_at && n - range_at < VECTORS ? max_field : 0;
}
