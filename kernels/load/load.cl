// load: which elements a work-item reads, and how. An element holds one sample for each channel.
//
// Each histogram counts a part of the job: a rectangle of elements or, without ROWS, a single row. A row is divided
// into blocks of ELEMENTS_PER_LOAD elements, which start at addresses aligned for wide loads:
//
//     u8, LOAD_BYTES 16, a row of 50 elements at address 1003:   5 single elements, blocks of 16 and 16, and 13 single
//     ones
//
// A block is loaded at once. The single elements before and after the blocks of a row are distributed to the work-items
// one by one. All rows of a part have the same number of blocks: as many as fit in every row. With gaps between
// elements (GAPS), the last element of a row is single, because memory may end before its gap. Blocks that are counted
// in place by loops start at the row's first element instead, and the last may be shorter. CONTIGUOUS decides which
// blocks a work-item reads. With 7 blocks and 3 work-items:
//
//     contiguous     0 0 0 1 1 1 2     each work-item has a run of ceil(7 / 3) blocks: for the caches of CPUs
//     interleaved    0 1 2 0 1 2 0     neighbouring work-items read adjacent blocks: for the wide memory of GPUs
//
// All indices of a launch fit in 32 bits: it has at most 2^31 elements of one histogram, and at most 2^31 +
// WORK_GROUP_SIZE work-items.

typedef struct {
    ulong x, y; // position of the first element in the job
    uint width, rows;
} part;

// Finds the slice of a histogram's part that this launch counts.
static inline void part_of(part *p, uint histogram, const geometry *g, __global const ulong *offsets) {
    rectangle whole;
    whole_part(&whole, histogram, g, offsets);
    const ulong before = min(g->slice_x, whole.width), above = min(g->slice_y, whole.height);
    p->x = whole.x + before;
    p->y = whole.y + above;
    p->width = (uint)min(g->slice_width, whole.width - before);
    p->rows = ROWS ? (uint)min(g->slice_height, whole.height - above) : 1;
}

// Initializes the walk of work-item `item`, one of the `items` work-items that count a part.
static inline void walk_over(walk *w, const part *p, const geometry *g, SAMPLES samples, __global const uchar *mask,
                             uint item, uint items) {
    w->g = g;
    w->samples = samples_of_part(samples, &g->from, p->x, p->y);
    w->mask = MASKED ? mask + g->mask_first + p->y * g->mask_row + p->x : mask;
    EACH_WEIGHT(BEGIN_WEIGHTS)
    w->index = p->y * g->width + p->x;
    w->width = p->width;
    w->rows = p->rows;
    w->item = item;
    w->items = items;
    w->head = head_of(w->samples, &g->from, &w->aligned);
    divide_rows(w);
    const uint blocks = w->blocks * w->rows;       // at most the number of elements
    w->steps = (blocks + w->items - 1) / w->items; // the sum fits in 32 bits: see above
    set_next(w, CONTIGUOUS ? min(w->item * w->steps, blocks) : w->item);
    w->end = CONTIGUOUS ? min(w->next + w->steps, blocks) : blocks;
    set_stride(w, CONTIGUOUS ? 1 : w->items);
}

static inline bool has_block(const walk *w) { return w->next < w->end; }

// Skips the next blocks of a work-item.
static inline void skip_blocks(walk *w, uint blocks) {
    set_next(w, (uint)min(w->next + (ulong)blocks * w->stride, (ulong)max(w->next, w->end)));
}

// Begins another walk, which visits block `first` and every `stride`-th block after it.
static inline void walk_from(walk *w, uint first, uint stride) {
    w->end = w->blocks * w->rows;
    set_stride(w, stride);
    set_next(w, min(first, w->end));
}

static inline ulong index_at(const walk *w, uint row, uint x) { return w->index + row * w->g->width + x; }

static FETCH_INLINE void element_at(element *e, const walk *w, uint row, uint x IMAGE_PARAMETER) {
    fetch(e->x, samples_at(w->samples, &w->g->from, row, x), &w->g->from IMAGE);
    e->mask = MASKED ? w->mask[row * w->g->mask_row + x] : 1;
    EACH_WEIGHT(FETCH_WEIGHT)
}
