// vectors: loads the vectors of a block. Aligned vectors are loaded as a whole, others sample by sample. A single
// branch covers all vectors of a block, so that their loads are in flight together.
static inline void load_vectors(block *to, SAMPLES from, const source *of, bool aligned) {
    if (aligned) {
        EACH_VECTOR(ALIGNED_VECTOR)
    } else {
        EACH_VECTOR(UNALIGNED_VECTOR)
    }
}
