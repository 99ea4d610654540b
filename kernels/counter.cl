// counter: adding to the caller's counters, 32 or 64 bits wide, from any work-item.
//
// A 64-bit counter on a device without 64-bit atomics is two 32-bit ones. The low word's atomic returns its old value, so exactly
// one of the additions that wrap it sees the wrap and carries; after all of them the two words hold the exact total.

#if COUNTER_BITS == 64 && NATIVE_ATOMIC64
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#endif

static inline void add_to_count(__global COUNTER *counts, uint bin, uint n) {
#if COUNTER_BITS == 32
    atomic_add(counts + bin, n);
#elif NATIVE_ATOMIC64
    atom_add(counts + bin, (ulong)n);
#else
#ifdef __ENDIAN_LITTLE__
    __global uint *low = (__global uint *)(counts + bin), *high = low + 1;
#else
    __global uint *high = (__global uint *)(counts + bin), *low = high + 1;
#endif
    if (atomic_add(low, n) > 0xffffffffu - n) atomic_inc(high);
#endif
}
