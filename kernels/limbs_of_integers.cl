// limbs_of_integers: an integer weight is one limb.
static inline void split(limbs *l, int weight, const scaling *s) { l->at[0] = (uint)weight; }
static inline ALWAYS_INLINE long sum_of_limbs(__local const uint *p, uint count) {
    return SIGNED_WEIGHTS ? (long)(int)p[0] : (long)p[0];
}
