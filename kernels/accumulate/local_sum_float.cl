// local_sum_float: a part of a sum of float weights, in three words of local memory. Bit 0 of the first word stands for
// 2^u.of[0].s3 units (see amount_float.cl). The greatest weights are below 2^61 times that, so most weights change only
// the second word. The sum starts at 2^63, so that sums of either sign seldom carry into the third word.
#define LOCAL_SUM_WORDS 3u // words_per_local_sum() on the host
static inline uint start_of_sum(uint word) { return word == 1 ? 0x80000000u : 0; }

// Adds a weight. Returns false if it cannot be added exactly, because it has bits below 2^u.of[0].s3 units, or must set
// a flag. The words of the sum are `apart` words apart.
static inline bool add_to_local_sum(__local uint *sum, uint apart, WEIGHT weight, units u) {
    parts p;
    parts_of(&p, weight, WEIGHT_MANTISSA, WEIGHT_BIAS, WEIGHT_BITS);
    if (p.whole == 0) return true;
    // s3 is at most 32. Without `& 63`, LLVM adds s0 and s3 as vectors, on which Oclgrind 21.10 crashes.
    const int shift = p.exponent - u.of[0].s0 - (u.of[0].s3 & 63);
    if (shift < 0 || !p.finite || is_beyond_bound(&p, u.of[0])) return false;
    const ulong magnitude = p.whole << shift, bits = p.negative ? 0 - magnitude : magnitude;
    atomic_add_local(sum, apart, (amount)((uint)bits, (uint)(bits >> 32), p.negative ? 0xffffffffu : 0, 0));
    return true;
}

static NOT_INLINE void add_in_units(__global COUNTER *counts, uint bin, WEIGHT weight, int4 unit) {
    const units u = {{unit}};
    add_to_count(counts, bin, amount_of(weight, u, 0));
}

// Adds a weight to the caller's sum. (add_in_units() takes the vector u.of[0], which is passed in registers, and not u.
// NVIDIA's compiler would pass the struct u in memory, and add_to_local_sum() would read it again for each weight.)
static inline void add_to_global_sum(__global COUNTER *counts, uint bin, WEIGHT weight, units u) {
    add_in_units(counts, bin, weight, u.of[0]);
}

// The sum as an amount, modulo 2^96 units.
static inline amount local_sum(__local const uint *sum, uint apart, units u) {
    const uint middle = sum[apart] ^ 0x80000000u, borrow = middle >> 31; // 2^63 is subtracted
    const ulong low = sum[0] | (ulong)middle << 32, high = sum[2 * apart] - borrow;
    const ulong shifted = low << u.of[0].s3; // s3 is at most 32
    return (amount)((uint)shifted, (uint)(shifted >> 32), (uint)(high << u.of[0].s3 | low >> 32 >> (32 - u.of[0].s3)),
                    0);
}
