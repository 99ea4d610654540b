// local_packed: counts in one sub-histogram in local memory. A word has two 16-bit counters, so there is room for twice
// the bins of local_atomic.
//
//     bin b is half b mod 2 of the word word_of(b)
//
// word_of() permutes each group of 32 words (one per bank) by a hash of the group.
//
// A half never overflows: the work-item whose increment crosses a multiple of LIMIT moves LIMIT to the caller's
// counter. Subtracting LIMIT changes nothing modulo LIMIT, so each crossing is seen exactly once, and after a barrier
// each half is below LIMIT; between two barriers at most 65536 − LIMIT samples are counted.
//
// These additions need the old value, so unlike plain increments they are slow if many work-items hit the same half.
// Therefore each work-item counts one bin, its hot bin, in a register between flushes. A flush keeps the hot bin if it
// got at least a quarter of ELEMENTS_BEFORE_FLUSH samples. Otherwise the bin of the last load's first sample becomes
// the hot bin if more than an eighth of the loads began with two samples in one bin; else there is no hot bin, because
// lanes that count in a register and lanes that use an atomic would take turns. If every load since the last flush
// began with two samples in one bin, as in sorted data, all lanes would hit the same word. Until the next flush, the
// first sample of each load then decides the hot bin.

#define LIMIT 4096u
// Number of loads between two flushes.
#define LOADS_BEFORE_FLUSH (ELEMENTS_BEFORE_FLUSH / (LOADS_IN_FLIGHT * ELEMENTS_PER_LOAD) * LOADS_IN_FLIGHT)
#define PACKED_WORDS ((BINS + 63) / 64 * 32) // a multiple of 32, the number of banks

typedef struct {
    __local uint *words;
    __global COUNTER *counts;
    uint hot, run; // the hot bin, and the number of its samples that are not yet added
    uint first;    // the bin of the last load's first sample
    uint alike;    // number of loads since the last flush whose first two samples were in one bin
    bool ordered;  // whether each load's first sample decides the hot bin
} accumulator;

static inline uint word_of(uint bin) {
    const uint word = bin / 2;
    return word ^ ((word / 32) * 0x9e3779b1u) >> 27;
}

static inline void
begin(accumulator *a, __local uint *memory, __global COUNTER *counts, __global uint *partials, const problem *p) {
    a->words = memory;
    a->counts = counts;
    a->hot = a->first = NO_BIN;
    a->run = a->alike = 0;
    a->ordered = false;
    for (uint i = (uint)get_local_id(0); i < PACKED_WORDS; i += WORK_GROUP_SIZE) memory[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
}

// Adds n, which is less than LIMIT, to a bin.
static inline void add_to_half(accumulator *a, uint bin, uint n) {
    __local uint *word = a->words + word_of(bin);
    const uint shift = bin % 2 * 16;
    const uint old = atomic_add(word, n << shift) >> shift;
    if (old % LIMIT + n >= LIMIT) {
        atomic_sub(word, LIMIT << shift);
        add_to_count(a->counts, bin, LIMIT);
    }
}

static inline void add_run(accumulator *a) {
    if (ELEMENTS_BEFORE_FLUSH >= LIMIT && a->run >= LIMIT) add_to_count(a->counts, a->hot, a->run / LIMIT * LIMIT);
    if (a->run % LIMIT != 0) add_to_half(a, a->hot, a->run % LIMIT);
    a->run = 0;
}

static inline void accumulate(accumulator *a, uint bin, uint place, amount one) {
    if (place == 0) {
        a->first = bin;
        if (a->ordered && bin != a->hot) {
            add_run(a);
            a->hot = bin;
        }
    }
    if (place == 1 && bin == a->first) ++a->alike;
    if (bin == a->hot)
        ++a->run;
    else
        add_to_half(a, bin, 1);
}

static inline void flush(accumulator *a) {
    const bool frequent = a->run >= ELEMENTS_BEFORE_FLUSH / 4;
    add_run(a);
    if (!frequent) a->hot = 8 * a->alike > LOADS_BEFORE_FLUSH ? a->first : NO_BIN;
    a->ordered = a->alike >= LOADS_BEFORE_FLUSH && a->alike != 0;
    a->alike = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
}

static inline void end(accumulator *a) {
    add_run(a);
    barrier(CLK_LOCAL_MEM_FENCE);
}

static inline amount private_count(const accumulator *a, uint bin) {
    return a->words[word_of(bin)] >> bin % 2 * 16 & 0xffffu;
}
