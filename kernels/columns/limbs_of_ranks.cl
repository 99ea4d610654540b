// limbs_of_ranks: the limbs of a weight are the words of its rank (rank_32.cl, rank_33.cl).
static inline void split(limbs *l, WEIGHT_VALUE weight, const scaling *s) {
    const ulong rank = rank_of(weight);
    UNROLLED for (uint k = 0; k < LIMBS_PER_WEIGHT; ++k) l->at[k] = (uint)(rank >> 32 * k);
}
static inline ALWAYS_INLINE void add_weight(__local uint *p, const limbs *l) {
    const ulong high = LIMBS_PER_WEIGHT > 1 ? l->at[LIMBS_PER_WEIGHT - 1] : 0;
    atomic_raise___local(p, TABLE_LIMB, high << 32 | l->at[0]);
}
static inline ALWAYS_INLINE void sum_of_limbs(ulong *n, __local const uint *p, uint count) {
    n[0] = rank_at___local(p, TABLE_LIMB);
}
