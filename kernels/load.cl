// load: which elements a work-item reads, and how. An element holds one sample for each channel.
//
// One histogram counts a part of the job: a rectangle of elements, of one row unless ROWS. A row is cut into blocks of
// ELEMENTS_A_LOAD elements that start at addresses aligned for wide loads, wherever the row lies:
//
//     u8, LOAD_BYTES 16, a row of 50 elements at address 1003:   5 single elements, blocks of 16 and 16, and 13 single ones
//
// A block is loaded at once. The single elements, before and after the blocks of a row, are distributed one by one. All rows of a
// part have the same number of blocks: if they begin at different addresses, as many as fit any of them. Of elements with gaps
// between them (GAPS) the last of a row is single, since its gap need not be there. Blocks that are counted in place by loops
// (BLOCK_LOOPS) start at the row's first element instead, and the last may be shorter. The partition distributes the blocks.
// With 7 blocks and 3 work-items:
//
//     contiguous     0 0 0 1 1 1 2     each work-item a run of ceil(7 / 3) blocks: for the caches of CPUs
//     interleaved    0 1 2 0 1 2 0     neighbours read adjacent blocks: for the wide memory of GPUs
//
// All indices of a launch fit 32 bits: it has at most 2^31 elements of one histogram, and at most 2^31 + WORK_GROUP_SIZE
// work-items.

// The kernel parameters that say where the job's elements lie (in mask bytes and weights; fetch_buffer.cl has those of the
// samples), how they are divided into parts, and the slice of each part that this launch counts. Only those that the layout
// needs: each adds some nanoseconds to a launch. The host sets them in this order.
#if ROWS
#define ROW_PARAMETER(name) , ulong name
#define ROW_VARIABLES
#else
#define ROW_PARAMETER(name)
#define ROW_VARIABLES const ulong height = 1, slice_y = 0, slice_height = 1;
#endif
#if MASKED
#define MASK_PARAMETERS , __global const uchar *mask, ulong mask_first, ulong mask_row
#define MASK_VARIABLES
#else
#define MASK_PARAMETERS
#define MASK_VARIABLES                                                                                             \
    __global const uchar *mask = 0;                                                                                    \
    const ulong mask_first = 0, mask_row = 0;
#endif
#if WEIGHTED
#define WEIGHT_PARAMETERS , __global const WEIGHT *weights, ulong weight_first, ulong weight_row
#define WEIGHT_VARIABLES
#else
#define WEIGHT_PARAMETERS
#define WEIGHT_VARIABLES                                                                                           \
    __global const WEIGHT *weights = 0;                                                                                \
    const ulong weight_first = 0, weight_row = 0;
#endif
#if BATCH == BATCH_ONE
#define BATCH_PARAMETERS
#define BATCH_VARIABLES                                                                                            \
    const ulong part_width = 0, part_height = 0, parts_across = 0;                                                     \
    __global const ulong *offsets = 0;
#elif BATCH == BATCH_RAGGED
#define BATCH_PARAMETERS , uint first_histogram, uint end_histogram, __global const ulong *offsets
#define BATCH_VARIABLES const ulong part_width = 0, part_height = 0, parts_across = 0;
#else
#define BATCH_PARAMETERS                                                                                               \
    , uint first_histogram, uint end_histogram, ulong part_width, ulong part_height, ulong parts_across
#define BATCH_VARIABLES __global const ulong *offsets = 0;
#endif
#define LOAD_PARAMETERS                                                                                                \
    SOURCE_PARAMETERS MASK_PARAMETERS WEIGHT_PARAMETERS, ulong width ROW_PARAMETER(height)                             \
    BATCH_PARAMETERS, ulong slice_x, ulong slice_width ROW_PARAMETER(slice_y) ROW_PARAMETER(slice_height)
#define LOAD_VARIABLES                                                                                             \
    SOURCE_VARIABLES ROW_VARIABLES MASK_VARIABLES WEIGHT_VARIABLES BATCH_VARIABLES
#define GEOMETRY                                                                                                       \
    {                                                                                                                  \
        SOURCE, mask_first, mask_row, weight_first, weight_row, width, height, part_width, part_height, parts_across,  \
            slice_x, slice_y, slice_width, slice_height                                                                \
    }
typedef struct {
    source from;
    ulong mask_first, mask_row, weight_first, weight_row;
    ulong width, height, part_width, part_height, parts_across;
    ulong slice_x, slice_y, slice_width, slice_height;
} geometry;

typedef struct {
    ulong x, y; // the first element, in the job
    uint width, rows;
} part;

static inline void part_of(part *p, uint histogram, const geometry *g, __global const ulong *offsets) {
    ulong x = 0, y = 0, width = g->width, height = g->height;
#if BATCH == BATCH_SEGMENTS
    x = histogram * g->part_width;
    width = g->part_width;
#elif BATCH == BATCH_RAGGED
    x = offsets[histogram];
    width = offsets[histogram + 1] - x;
#elif BATCH == BATCH_TILES
    ulong down = histogram / g->parts_across;
    x = (histogram - down * g->parts_across) * g->part_width;
#if SLICES
    const ulong rows = rows_of_slice(&g->from), parts_down = (rows - 1) / g->part_height + 1;
    const ulong slice = down / parts_down, slice_end = (slice + 1) * rows;
    down -= slice * parts_down;
    y = slice * rows;
#else
    const ulong slice_end = g->height;
#endif
    y += down * g->part_height;
    width = min(g->part_width, g->width - x);
    height = min(g->part_height, slice_end - y);
#endif
    const ulong before = min(g->slice_x, width), above = min(g->slice_y, height);
    p->x = x + before;
    p->y = y + above;
    p->width = (uint)min(g->slice_width, width - before);
    p->rows = ROWS ? (uint)min(g->slice_height, height - above) : 1;
}

typedef struct {
    SAMPLE x[AXES];
#if MASKED
    uchar mask;
#endif
#if WEIGHTED
    WEIGHT weight;
#endif
} element;

typedef struct {
    const geometry *g;
    SAMPLES samples; // at the part's first element
    __global const uchar *mask;
    __global const WEIGHT *weights;
    ulong index;                    // of the part's first element, in the job
    uint width, rows;
    uint blocks; // of a row
    uint head;   // of the first row: elements before its blocks …
    bool aligned; // … and whether these start at aligned addresses
    uint singles; // of a row: elements outside its blocks
    uint item;   // this work-item's index among those of the part (in its window's row)
    uint items;
    uint next;   // this work-item's next block, numbered through all rows …
    uint stride; // … and the distance to the one after
    uint end;
    uint full_end; // of the blocks that have LOADS_IN_FLIGHT left
    uint steps;  // the most blocks of any work-item: the same for all, so the loop may contain a barrier
#if ROWS
    uint row, column;                // of the next block
    uint row_stride, column_stride;  // the stride, as rows and columns
#endif
} walk;

// The samples of a row's first element.
static inline SAMPLES row_at(const walk *w, uint row) { return samples_at(w->samples, &w->g->from, row, 0); }

static inline void set_next(walk *w, uint block) {
    w->next = block;
#if ROWS
    const uint divisor = max(w->blocks, 1u);
    w->row = w->next / divisor;
    w->column = w->next - w->row * divisor;
#endif
}

// After `end`.
static inline void set_stride(walk *w, uint stride) {
    w->stride = stride;
    // In signed arithmetic: an unsigned difference clamped at 0 becomes an intrinsic that Oclgrind lacks.
    w->full_end = (uint)max((long)w->end - (long)((LOADS_IN_FLIGHT - 1) * (ulong)stride), (long)0);
#if ROWS
    const uint divisor = max(w->blocks, 1u);
    w->row_stride = stride / divisor;
    w->column_stride = stride - w->row_stride * divisor;
#endif
}

static inline void walk_over(walk *w, const part *p, const geometry *g, SAMPLES samples, __global const uchar *mask,
                             __global const WEIGHT *weights) {
    w->g = g;
    w->samples = samples_of_part(samples, &g->from, p->x, p->y);
    w->mask = MASKED ? mask + g->mask_first + p->y * g->mask_row + p->x : mask;
    w->weights = WEIGHTED ? weights + g->weight_first + p->y * g->weight_row + p->x : weights;
    w->index = p->y * g->width + p->x;
    w->width = p->width;
    w->rows = p->rows;
    w->item = (uint)get_global_id(0);
    w->items = (uint)get_global_size(0);
    w->head = head_of(w->samples, &g->from, &w->aligned);
#if BLOCK_LOOPS
    w->blocks = (p->width + ELEMENTS_A_LOAD - 1) / ELEMENTS_A_LOAD;
    w->singles = 0;
#else
    const uint others = (!ROWS || rows_are_alike(&g->from) ? w->head : ELEMENTS_A_LOAD - 1) + GAPS; // the fewest outside blocks
    w->blocks = (p->width - min(p->width, others)) / ELEMENTS_A_LOAD;
    w->singles = p->width - w->blocks * ELEMENTS_A_LOAD;
#endif
    const uint blocks = w->blocks * w->rows; // at most the number of elements
    w->steps = (blocks + w->items - 1) / w->items; // the sum fits: see above
    set_next(w, CONTIGUOUS ? min(w->item * w->steps, blocks) : w->item);
    w->end = CONTIGUOUS ? min(w->next + w->steps, blocks) : blocks;
    set_stride(w, CONTIGUOUS ? 1 : w->items);
}

// A block: the elements [first, last) of a row.
typedef struct {
    uint row, first, last;
    bool aligned;
} span;

static inline void next_span(span *s, const walk *w) {
#if ROWS
    s->row = w->row;
    s->first = head_of(row_at(w, w->row), &w->g->from, &s->aligned) + w->column * ELEMENTS_A_LOAD;
#else
    s->row = 0;
    s->first = w->head + w->next * ELEMENTS_A_LOAD;
    s->aligned = w->aligned;
#endif
    s->last = BLOCK_LOOPS ? min(w->width, s->first + ELEMENTS_A_LOAD) : s->first + ELEMENTS_A_LOAD;
}

static inline bool has_block(const walk *w) { return w->next < w->end; }
static inline bool has_loads_in_flight(const walk *w) { return w->next < w->full_end; }

#if ROWS
static inline void step_block(const walk *w, uint *row, uint *column) {
    *row += w->row_stride;
    *column += w->column_stride;
    if (*column >= w->blocks) {
        *column -= w->blocks;
        ++*row;
    }
}
#endif

static inline void next_block(walk *w) {
    w->next += min(w->stride, w->end - w->next); // the sum could exceed 32 bits
#if ROWS
    step_block(w, &w->row, &w->column);
#endif
}

// So many of a work-item's blocks are left out.
static inline void skip_blocks(walk *w, uint blocks) {
    set_next(w, (uint)min(w->next + (ulong)blocks * w->stride, (ulong)max(w->next, w->end)));
}

// Another walk through all blocks: from the first given on, every so many.
static inline void walk_from(walk *w, uint first, uint stride) {
    w->end = w->blocks * w->rows;
    set_stride(w, stride);
    set_next(w, min(first, w->end));
}

// The n-th single element: of each row first those before the blocks, then those after. Sets its row and returns its x.
static inline uint single_element(const walk *w, uint n, uint *row) {
#if ROWS
    *row = n / w->singles;
    n -= *row * w->singles;
    bool aligned;
    const uint head = head_of(row_at(w, *row), &w->g->from, &aligned);
#else
    *row = 0;
    const uint head = w->head;
#endif
    return n < head ? n : n + w->blocks * ELEMENTS_A_LOAD;
}

static inline ulong index_at(const walk *w, uint row, uint x) { return w->index + row * w->g->width + x; }

// Where an element's samples, mask byte and weight lie.
typedef struct {
    SAMPLES samples;
    __global const uchar *mask;
    __global const WEIGHT *weights;
} origin;

static inline void origin_at(origin *o, const walk *w, uint row, uint x) {
    o->samples = samples_at(w->samples, &w->g->from, row, x);
    o->mask = MASKED ? w->mask + row * w->g->mask_row + x : w->mask;
    o->weights = WEIGHTED ? w->weights + row * w->g->weight_row + x : w->weights;
}

// The element n places after the origin, in its row.
static inline void element_after(element *e, const origin *o, const walk *w, uint n IMAGE_PARAMETER) {
    fetch(e->x, samples_at(o->samples, &w->g->from, 0, n), &w->g->from IMAGE);
#if MASKED
    e->mask = o->mask[n];
#endif
#if WEIGHTED
    e->weight = o->weights[n];
#endif
}

static inline void element_at(element *e, const walk *w, uint row, uint x IMAGE_PARAMETER) {
    origin o;
    origin_at(&o, w, row, x);
    element_after(e, &o, w, 0 IMAGE);
}
