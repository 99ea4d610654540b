// limbs_with_carry: integer weights of 32 bits, and float weights that are not narrow, are split into limbs of 32 bits.
// An atomic addition returns the old limb, which shows whether the limb has wrapped; a carry is added to the next limb.
static inline void split(limbs *l, WEIGHT_VALUE weight, const scaling *s) {
    ulong n[SUM_WORDS];
    words_of_weight(n, weight, s);
    l->at[0] = (uint)n[0];
    UNROLLED for (uint k = 1; k < LIMBS_PER_WEIGHT; ++k) l->at[k] =
        (uint)(SUM_WORDS == 1 ? n[0] >> 32 : n[SUM_WORDS - 1] >> 32 * (k - 1));
}
static inline ALWAYS_INLINE void add_weight(__local uint *p, const limbs *l) {
    uint carry = 0;
    UNROLLED for (uint k = 0; k < LIMBS_PER_WEIGHT; ++k) {
        const uint limb = l->at[k] + carry;
        carry = limb < carry; // if so, the limb is 0
        if (limb != 0) carry = atomic_add(p + k * TABLE_LIMB, limb) > 0xffffffffu - limb;
    }
}
static inline ALWAYS_INLINE void sum_of_limbs(ulong *n, __local const uint *p, uint count) {
    n[0] = (ulong)p[TABLE_LIMB] << 32 | p[0];
    if (LIMBS_PER_WEIGHT > 2) n[SUM_WORDS - 1] = (ulong)(long)(int)p[(LIMBS_PER_WEIGHT - 1) * TABLE_LIMB];
}
