// counter_64: the caller's counters have 64 bits, and the device has 64-bit atomics.
static inline void add_to_count(__global COUNTER *counts, size_t bin, amount n) { atom_add(counts + bin, (ulong)n); }
