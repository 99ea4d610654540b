// sum_halves: 64-bit sums on a device that has atomics only for their 32-bit halves. Each function returns a value that
// depends on its atomics (see atomic_results in columns.cl).
#ifdef __ENDIAN_LITTLE__
#define LOW_WORD 0
#else
#define LOW_WORD 1
#endif
static inline ulong add_to_sum(__global ulong *sum, ulong n) {
    if (n == 0) return 0;
    __global uint *low = (__global uint *)sum + LOW_WORD, *high = (__global uint *)sum + (1 - LOW_WORD);
    const uint n_low = (uint)n, old_low = n_low != 0 ? atomic_add(low, n_low) : 0;
    const uint n_high = (uint)(n >> 32) + (old_low > 0xffffffffu - n_low ? 1 : 0);
    return old_low | (n_high != 0 ? atomic_add(high, n_high) : 0);
}

// Like add_to_sum(), but for a sum of two words, which are `apart` words apart.
static inline ulong add_to_wide_sum(__global ulong *sum, size_t apart, ulong low, ulong high) {
    __global uint *word = (__global uint *)sum + LOW_WORD;
    const uint n = (uint)low, old = n != 0 ? atomic_add(word, n) : 0;
    const ulong rest = (low >> 32) + (old > 0xffffffffu - n ? 1 : 0);
    word = (__global uint *)sum + (1 - LOW_WORD);
    const uint m = (uint)rest, old_high = m != 0 ? atomic_add(word, m) : 0;
    const ulong carry = (rest >> 32) + (old_high > 0xffffffffu - m ? 1 : 0);
    return old | old_high | add_to_sum(sum + apart, high + carry);
}

static inline ulong exchange_sum(__global ulong *sum) {
    union {
        uint words[2];
        ulong whole;
    } taken;
    for (uint w = 0; w < 2; ++w) taken.words[w] = atomic_xchg((__global uint *)sum + w, 0u);
    return taken.whole;
}
