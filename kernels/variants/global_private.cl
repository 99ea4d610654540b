// global_private: each work-group has a copy of the bins in its row of `partials`, in global memory. Only the
// work-items of the group contend for the copy; a group of one work-item needs no atomics. For bins that exceed local
// memory, with few work-groups.

typedef struct {
    __global uint *bins;
} accumulator;

static inline void
begin(accumulator *a, __local uint *memory, __global COUNTER *counts, __global uint *partials, const problem *p) {
    const size_t group = get_group_id(0) + get_num_groups(0) * get_group_id(2);
    a->bins = partials + group * BINS * WORDS;
    for (uint b = (uint)get_local_id(0); b < BINS * WORDS; b += WORK_GROUP_SIZE) a->bins[b] = 0;
    barrier(CLK_GLOBAL_MEM_FENCE);
}

static inline void accumulate(accumulator *a, uint bin, uint place, amount n) {
    if (WORK_GROUP_SIZE == 1)
        add_global(a->bins + bin * WORDS, 1, n);
    else
        atomic_add_global(a->bins + bin * WORDS, 1, n);
}

static inline void end(accumulator *a) { barrier(CLK_GLOBAL_MEM_FENCE); }

static inline amount private_count(const accumulator *a, uint bin) { return read_global(a->bins + bin * WORDS, 1); }
