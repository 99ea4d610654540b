// banked_uchar4: each work-item has a byte counter per bin, so a sample needs no atomic. This is the classic
// histogram256 kernel, for up to 256 bins. TABLE_ITEMS work-items share a table; with Q = TABLE_ITEMS / 4, the l-th of
// them counts bin b in byte
//
//     b * TABLE_ITEMS + 4 * (l % Q) + l / Q          e.g. 128 of them: b * 128 + 4 * (l & 31) + (l >> 5)
//
// so that, with 128 work-items per table, 32 adjacent ones use 32 banks, whatever their bins, and the four work-items
// that share a word are far apart.
//
// When a byte wraps, an atomic adds 256 to its bin's word of carries, which all work-items share. This happens at most
// once in 256 samples. Whether any sample of a block wrapped a byte is checked once, after the block; see
// FINISHES_BLOCKS below.

#define TABLE_ITEMS (WORK_GROUP_SIZE < 128 ? WORK_GROUP_SIZE : 128)
#define LANES (TABLE_ITEMS / 4)
#define TABLES (WORK_GROUP_SIZE / TABLE_ITEMS)

// In two cases FINISHES_BLOCKS is not set, and each byte is checked as it is counted: if several axes are counted
// separately, because `bins` and `sums` have room for only one bin per element; and with one load in flight, as on CPUs
// (src/variants/banked_uchar4.cpp).

typedef struct {
    uint rows;             // number of rows of a table: one per bin, and one for the spare bin
    __local uint *words;   // TABLES times `rows` rows of LANES words of four bytes
    __local uint *carries; // one per bin: the sum of the carries of its bytes
    __local uchar *bytes;  // this work-item's byte of bin 0
    uint seen;             // bitwise OR of the sums since finish_block() last found a carry
    uint bins[ELEMENTS_PER_LOAD], sums[ELEMENTS_PER_LOAD]; // the bin and the sum of each place in the block
} accumulator;

static inline void
begin(accumulator *a, __local uint *memory, __global COUNTER *counts, __global uint *partials, const problem *p) {
    const uint l = (uint)get_local_id(0), of_table = l % TABLE_ITEMS;
    a->rows = WINDOW_BINS + 1;
    a->words = memory;
    a->carries = memory + a->rows * LANES * TABLES;
    a->bytes =
        (__local uchar *)(memory + l / TABLE_ITEMS * a->rows * LANES) + 4 * (of_table % LANES) + of_table / LANES;
    a->seen = 0;
    const uint words = a->rows * (LANES * TABLES + 1);
    for (uint i = l; i < words; i += WORK_GROUP_SIZE) memory[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
}

static inline void carry(accumulator *a, uint bin, uint sum) {
    if (sum == 256) atomic_add(a->carries + bin, 256u);
}

static inline void accumulate(accumulator *a, uint bin, uint place, amount one) {
    __local uchar *byte = a->bytes + bin * TABLE_ITEMS;
    const uint sum = *byte + 1u;
    *byte = (uchar)sum;
    if (FINISHES_BLOCKS) {
        a->seen |= sum;
        a->bins[place] = bin;
        a->sums[place] = sum;
    } else {
        carry(a, bin, sum);
    }
}

static inline void finish_block(accumulator *a, uint elements) {
    if ((a->seen & 256) == 0) return;
    a->seen = 0;
    UNROLLED for (uint place = 0; place < elements; ++place) carry(a, a->bins[place], a->sums[place]);
}

static inline void flush(accumulator *a) { barrier(CLK_LOCAL_MEM_FENCE); } // no counts to move, only the barrier

static inline void end(accumulator *a) { barrier(CLK_LOCAL_MEM_FENCE); }

// Sums a bin's bytes. Neighbouring work-items start at different words, to avoid bank conflicts. Two bytes of a word
// are added at a time, in 16-bit fields: 256 values of at most 255 fit.
static inline uint private_count(const accumulator *a, uint bin) {
    const uint l = (uint)get_local_id(0);
    uint count = a->carries[bin];
    for (uint table = 0; table < TABLES; ++table) {
        __local const uint *row = a->words + (table * a->rows + bin) * LANES;
        uint even = 0, odd = 0;
        for (uint i = 0; i < LANES; ++i) {
            const uint word = row[(l + i) % LANES];
            even += word & 0x00ff00ffu;
            odd += (word >> 8) & 0x00ff00ffu;
        }
        count += (even & 0xffffu) + (even >> 16) + (odd & 0xffffu) + (odd >> 16);
    }
    return count;
}
