// limbs_of_integers: an integer weight of up to 16 bits is one limb.
static inline void split(limbs *l, int weight, const scaling *s) { l->at[0] = (uint)weight; }
static inline ALWAYS_INLINE void add_weight(__local uint *p, const limbs *l) { atomic_add(p, l->at[0]); }
static inline ALWAYS_INLINE void sum_of_limbs(ulong *n, __local const uint *p, uint count) {
    n[0] = SIGNED_WEIGHTS ? (ulong)(long)(int)p[0] : (ulong)p[0];
}
