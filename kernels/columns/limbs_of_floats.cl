// limbs_of_floats: splits a float weight into two limbs, and computes the sum of `count` weights from the sums of their
// limbs.
#define MAGIC 12582912.0f
#define MAGIC_BITS 0x4b400000u
#define LIMB (1 << 15)
static inline void split(limbs *l, float weight, const scaling *s) {
    const float scale = s->factor;
    const float x = fma(weight, scale / LIMB, MAGIC);
    l->at[0] = as_uint(x);
    l->at[1] = as_uint(fma(x - MAGIC, -(float)LIMB, weight * scale) + MAGIC);
}
static inline ALWAYS_INLINE void add_weight(__local uint *p, const limbs *l) {
    UNROLLED for (uint k = 0; k < LIMBS_PER_WEIGHT; ++k) atomic_add(p + k * TABLE_LIMB, l->at[k]);
}
static inline ALWAYS_INLINE void sum_of_limbs(ulong *n, __local const uint *p, uint count) {
    const uint surplus = count * MAGIC_BITS;
    n[0] = (ulong)((long)(int)(p[0] - surplus) * LIMB + (int)(p[TABLE_LIMB] - surplus));
}
