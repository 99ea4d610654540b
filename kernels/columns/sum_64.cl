// sum_64: the device has 64-bit atomics for sums. Each function returns a value that depends on its atomic (see
// atomic_results in columns.cl).
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
static inline ulong add_to_sum(__global ulong *sum, ulong n) { return n == 0 ? 0 : atom_add(sum, n); }
static inline ulong exchange_sum(__global ulong *sum) { return atom_xchg(sum, 0UL); }

// Like add_to_sum(), but for a sum of two words, which are `apart` words apart.
static inline ulong add_to_wide_sum(__global ulong *sum, size_t apart, ulong low, ulong high) {
    const ulong old = add_to_sum(sum, low), carry = old > ~low ? 1 : 0;
    return old | add_to_sum(sum + apart, high + carry);
}
