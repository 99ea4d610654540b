// local_packed: one sub-histogram in local memory with two 16-bit counters per word: twice the bins of local_atomic.
//
//     bin b is half b mod 2 of word_of(b), which permutes words within the banks by a hash of their turn
//
// A half never overflows. The work-item that raises it past a multiple of LIMIT moves LIMIT of it to the caller's counter.
// Subtracting LIMIT changes nothing modulo LIMIT, so every multiple is seen exactly once, and after a barrier each half is below
// LIMIT; between two barriers at most 65536 − LIMIT samples are counted. Unlike an increment, adding to a half is slow when many
// work-items hit the same one. So each work-item counts one bin, its hot bin, in a register: the last bin it saw before the
// flush, replaced when it stops being frequent. If all its loads since then began with two samples in one bin, as those of
// sorted data do, it counts runs in the register instead, for all lanes of such a group would hit one word. (Skewed samples
// must not: where some lanes count runs and others do not, both take their time.)

#define LIMIT 4096u
#define ELEMENTS_BEFORE_FLUSH ((65536 - LIMIT) / WORK_GROUP_SIZE)
// The loads between two flushes.
#define LOADS_BEFORE_FLUSH (ELEMENTS_BEFORE_FLUSH / (LOADS_IN_FLIGHT * ELEMENTS_A_LOAD) * LOADS_IN_FLIGHT)
#define PACKED_WORDS ((BINS + 63) / 64 * 32) // whole turns through the banks

typedef struct {
    __local uint *words;
    __global COUNTER *counts;
    uint hot, run; // the hot bin, and how often it was seen since the last flush
    uint last;     // the last bin seen
    uint alike;    // loads since the last flush whose first two samples were in one bin
    bool ordered;  // `run` is of `last`
} accumulator;

static inline uint word_of(uint bin) {
    const uint word = bin / 2;
    return word ^ ((word / 32) * 0x9e3779b1u) >> 27;
}

static inline void begin(accumulator *a, __local uint *memory, __global COUNTER *counts, __global uint *partials,
                         const problem *p) {
    a->words = memory;
    a->counts = counts;
    a->hot = a->last = NO_BIN;
    a->run = a->alike = 0;
    a->ordered = false;
    for (uint i = (uint)get_local_id(0); i < PACKED_WORDS; i += WORK_GROUP_SIZE) memory[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
}

// Adds less than LIMIT.
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
    const uint bin = a->ordered ? a->last : a->hot;
    if (a->run >= LIMIT) add_to_count(a->counts, bin, a->run / LIMIT * LIMIT);
    if (a->run % LIMIT != 0) add_to_half(a, bin, a->run % LIMIT);
}

static inline void accumulate(accumulator *a, uint bin, uint place, amount one) {
    if (place == 1 && bin == a->last) ++a->alike;
    if (a->ordered) {
        if (bin != a->last) {
            add_run(a);
            a->run = 0;
            a->last = bin;
        }
        ++a->run;
        return;
    }
    a->last = bin;
    if (bin == a->hot)
        ++a->run;
    else
        add_to_half(a, bin, 1);
}

static inline void flush(accumulator *a) {
    add_run(a);
    if (a->run < ELEMENTS_BEFORE_FLUSH / 4) a->hot = a->last;
    a->run = 0;
    a->ordered = a->alike >= LOADS_BEFORE_FLUSH && a->alike != 0;
    a->alike = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
}

static inline void end(accumulator *a) {
    add_run(a);
    barrier(CLK_LOCAL_MEM_FENCE);
}

static inline amount private_count(const accumulator *a, uint bin) { return a->words[word_of(bin)] >> bin % 2 * 16 & 0xffffu; }
