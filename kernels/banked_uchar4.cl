// banked_uchar4: each work-item has a byte counter per bin, so there are no atomics. The scheme of histogram256 in the OpenCL
// cookbooks, for any number of bins up to 256. With Q = WORK_GROUP_SIZE / 4, work-item l counts bin b in byte
//
//     b * WORK_GROUP_SIZE + 4 * (l % Q) + l / Q          e.g. size 128: b * 128 + 4 * (l & 31) + (l >> 5)
//
// so that 32 adjacent work-items use 32 banks, whatever their bins, and the four that share a word are far apart.
//
// A byte is flushed before it can wrap.

#define ELEMENTS_BEFORE_FLUSH 255
#define LANES (WORK_GROUP_SIZE / 4)
#define OWN_BINS (256 / WORK_GROUP_SIZE) // at most

typedef struct {
    uint bins;
    __local uint *words;   // `bins` rows of LANES words of four bytes
    __local uchar *bytes;  // this work-item's byte of bin 0
    uint total[OWN_BINS];  // flushed counts of bins l, l + WORK_GROUP_SIZE, …
} accumulator;

static inline void begin(accumulator *a, __local uint *memory, __global COUNTER *counts, __global uint *partials,
                         const problem *p) {
    const uint l = (uint)get_local_id(0);
    a->bins = BINS;
    a->words = memory;
    a->bytes = (__local uchar *)memory + 4 * (l % LANES) + l / LANES;
    for (uint k = 0; k < OWN_BINS; ++k) a->total[k] = 0;
    for (uint i = l; i < BINS * LANES; i += WORK_GROUP_SIZE) memory[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
}

static inline void accumulate(accumulator *a, uint bin, uint place, amount one) {
    ++a->bytes[bin * WORK_GROUP_SIZE];
}

// Moves the bytes into the totals. Each work-item sums the rows of its own bins, starting at a different word from its
// neighbours, and two bytes of a word at a time: 128 bytes of at most 255 fit 16 bits.
static inline void flush(accumulator *a) {
    const uint l = (uint)get_local_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < OWN_BINS; ++k) {
        const uint bin = l + k * WORK_GROUP_SIZE;
        if (bin >= a->bins) break;
        uint even = 0, odd = 0;
        for (uint i = 0; i < LANES; ++i) {
            __local uint *word = a->words + bin * LANES + (l + i) % LANES;
            even += *word & 0x00ff00ffu;
            odd += (*word >> 8) & 0x00ff00ffu;
            *word = 0;
        }
        a->total[k] += (even & 0xffffu) + (even >> 16) + (odd & 0xffffu) + (odd >> 16);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

static inline void end(accumulator *a) { flush(a); }

static inline uint private_count(const accumulator *a, uint bin) { return a->total[bin / WORK_GROUP_SIZE]; }
