// counter_narrow: the caller's counters have 8 or 16 bits and stop at MAX_COUNT. Atomics access words of 32 bits, so a
// counter is exchanged together with its neighbours in the word. The exchange is repeated if another work-item has
// changed the word meanwhile. A counter at MAX_COUNT is only read. So few exchanges are repeated, even if a bin gets
// many samples.
#ifdef __ENDIAN_LITTLE__
#define SHIFT_OF_BYTE(i) (8 * (i))
#else
#define SHIFT_OF_BYTE(i) (8 * (4 - (uint)sizeof(COUNTER) - (i)))
#endif
static inline COUNTER increased(COUNTER count, amount n) { return (COUNTER)(count + min(n, MAX_COUNT - count)); }

// In a batch, the counters of a histogram may begin within a word; the first counter of the batch is at the start of a
// word. The word is first read without an atomic: counts never decrease, and a stale word makes the exchange fail. Race
// detectors report the read, so with ATOMIC_READS it is an atomic.
static inline void add_to_count(__global COUNTER *counts, size_t bin, amount n) {
    __global COUNTER *counter = counts + bin;
    const uint byte = (uint)((size_t)counter % sizeof(uint)), shift = SHIFT_OF_BYTE(byte);
    __global uint *word = (__global uint *)((__global uchar *)counter - byte);
    uint seen = ATOMIC_READS ? atomic_or(word, 0) : *(volatile __global uint *)word;
    for (;;) {
        const uint count = seen >> shift & MAX_COUNT;
        if (count == MAX_COUNT) break;
        const uint old = atomic_cmpxchg(word, seen, seen + ((increased((COUNTER)count, n) - count) << shift));
        if (old == seen) break;
        seen = old;
    }
}
