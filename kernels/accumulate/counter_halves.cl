// counter_halves: the caller's counters have 64 bits, but the device has atomics only for 32 bits, so each half is
// added separately.
#ifdef __ENDIAN_LITTLE__
#define LOW_HALF 0
#else
#define LOW_HALF 1
#endif
static inline void add_to_count(__global COUNTER *counts, size_t bin, amount n) {
    __global uint *halves = (__global uint *)(counts + bin);
    __global uint *low = halves + LOW_HALF, *high = halves + (1 - LOW_HALF);
    const uint n_low = (uint)n;
    uint n_high = (uint)((ulong)n >> 32);
    if (n_low != 0 && atomic_add(low, n_low) > 0xffffffffu - n_low) ++n_high;
    if (n_high != 0) atomic_add(high, n_high);
}
