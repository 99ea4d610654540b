// by_loops: a block of elements is counted in place, by loops over all of it: one finds the cells of its elements without a
// branch, so that a CPU's compiler vectorizes it; one settles the few that this leaves unsure; one adds them up. For CPUs.
//
// A variant that takes blocks defines, unless samples are weighted,
//
//     accumulate_block(&a, cells, n)   counts n elements, at most ELEMENTS_A_LOAD, by their cells; SPARE_CELL: not counted

#define UNSURE 0xfffffffeu
#define UNSURE_CELL ((CELL)UNSURE)
#define CELLS_OF_ELEMENT (JOINT ? 1 : AXES)

// PoCL's compiler prefers 256-bit vectors on any CPU with 512-bit ones. It warns about a loop that its first passes do not
// vectorize, although the last pass does.
#if defined(POCL_DEVICE_ADDRESS_BITS) && defined(__AVX512F__)
#pragma clang diagnostic ignored "-Wpass-failed"
#define WIDE_VECTORS __attribute__((min_vector_width(512)))
#if COUNT_VALUES
#define WIDE_LOOP _Pragma("clang loop vectorize_width(32)")
#else
#define WIDE_LOOP _Pragma("clang loop vectorize_width(16)")
#endif
#else
#define WIDE_VECTORS
#define WIDE_LOOP
#endif

// A CPU does not prefetch the first lines of each page of memory by itself; for bytes that costs up to a third of the time.
// OpenCL's prefetch() does nothing in PoCL.
#if defined(POCL_DEVICE_ADDRESS_BITS) && SAMPLES_HAVE_ADDRESSES
#define LINE_BYTES 64
#define BYTES_AHEAD 2048
static inline void fetch_lines(size_t address, uint bytes) {
    for (uint at = 0; at < bytes; at += LINE_BYTES) __builtin_prefetch((const void *)(address + at), 0, 3);
}
#define FETCH(begin, step, type) fetch_lines((size_t)(begin) + beyond, n * (step) * (uint)sizeof(type));
// n elements, the first of which lies `beyond` bytes after the origin.
static inline void fetch_elements(const origin *o, const walk *w, size_t beyond, uint n) {
#if AXES_APART
#define FETCH_AXIS(axis) FETCH(AXIS_SAMPLES(o->samples, &w->g->from, axis), (uint)AXIS_STRIDE(&w->g->from, axis), AXIS_TYPE(axis))
    EACH_AXIS(FETCH_AXIS)
#else
    FETCH(o->samples, (uint)AXIS_STRIDE(&w->g->from, 0), AXIS_TYPE(0))
#endif
    if (MASKED) FETCH(o->mask, 1, uchar)
    if (WEIGHTED) FETCH(o->weights, 1, WEIGHT)
}
static inline void fetch_ahead(const origin *o, const walk *w) {
#if ROWS // skips the memory between rows
    const uint bytes = ELEMENTS_A_LOAD * (uint)AXIS_STRIDE(&w->g->from, 0) * (uint)sizeof(AXIS_TYPE(0)), blocks = (BYTES_AHEAD + bytes - 1) / bytes;
    if ((w->end - w->next - 1) / blocks < w->stride) return; // no such block is left
    uint row = w->row, column = w->column;
    for (uint n = 0; n < blocks; ++n) step_block(w, &row, &column);
    origin next;
    origin_at(&next, w, row, column * ELEMENTS_A_LOAD);
    fetch_elements(&next, w, 0, min(w->width - column * ELEMENTS_A_LOAD, ELEMENTS_A_LOAD));
#else
    fetch_elements(o, w, BYTES_AHEAD, ELEMENTS_A_LOAD);
#endif
}
#else
static inline void fetch_ahead(const origin *o, const walk *w) {}
#endif

// The cell of a bin: on an axis whose cells begin at `first`, or joint. A bin is in range, NO_BIN, or UNSURE. Bins of a line
// (INDEXING_SCALE) are in range or UNSURE. All in variables, which are selected from: of branches a compiler makes a switch,
// and vectorizes no loop around it.
static inline CELL cell_of(bool counted, uint bin, bool line, uint first, const problem *p) {
    const CELL in_range = (CELL)(first + bin), spare = (CELL)SPARE_CELL, unsure = UNSURE_CELL;
    const CELL sure = line || bin != NO_BIN ? in_range : spare;
    const CELL cell = CAN_BE_UNSURE && bin == UNSURE ? unsure : sure;
    return counted ? cell : spare;
}

#if JOINT
static inline uint joint_bin(const uint *bins, const problem *p) {
    uint bin = joint_cell(true, bins, p);
    for (uint axis = 0; axis < AXES; ++axis)
        if (CAN_BE_UNSURE && bins[axis] == UNSURE) bin = UNSURE;
    return bin;
}
#define PUT_QUICK_CELLS cells[0][k] = cell_of(is_counted(&e), joint_bin(bins, p), false, 0, p);
#define PUT_CELLS cells[0][k] = cell_of(is_counted(&e), joint_cell(true, bins, p), false, 0, p);
#else
#define PUT_QUICK_CELL(axis)                                                                                           \
    cells[axis][k] = cell_of(is_counted(&e), bins[axis], LINE_##axis, FIRST_COUNTED_##axis, p);
#define PUT_CELL(axis)                                                                                                 \
    cells[axis][k] = cell_of(is_counted(&e), bins[axis], false, FIRST_COUNTED_##axis, p);
#define PUT_QUICK_CELLS EACH_AXIS(PUT_QUICK_CELL)
#define PUT_CELLS EACH_AXIS(PUT_CELL)
#endif

static inline bool all_alike(CELLS_AT const CELL *cells, uint n) {
    if (cells[0] != cells[n / 2] || cells[0] != cells[n - 1]) return false;
    CELL differing = 0; // bits
    for (uint k = 0; k < n; ++k) differing |= cells[k] ^ cells[0];
    return differing == 0;
}

#if !WEIGHTED
// All values of bytes are counted: then a CELL has no room for the spare one.
#define IS_SPARE(cell) (sizeof(CELL) > 1 && (cell) == (CELL)SPARE_CELL)

// Whether any of n cells is neither of two nor the spare one.
static inline ALWAYS_INLINE bool has_others(CELLS_AT const CELL *cells, uint n, CELL least, CELL greatest, const problem *p) {
    bool others = false;
    for (uint k = 0; k < n; ++k) others |= (cells[k] != least) & (cells[k] != greatest) & !IS_SPARE(cells[k]);
    return others;
}

// Adds a block of two cells, and the spare one, by comparisons, which take less time than counting; false if it has others. Masks and
// drawings are such blocks, of narrow samples. A few looks rule out most others.
static inline ALWAYS_INLINE bool add_two_cells(accumulator *a, CELLS_AT const CELL *cells, uint n, const problem *p) {
    if (sizeof(CELL) > 2) return false; // smooth samples pass the looks too often
    const uint looks = 16;
    const CELL first = cells[0], middle = cells[n / 2], last = cells[n - 1];
    if ((n < looks) | ((first != middle) & (first != last) & (middle != last))) return false;
    CELL least = first, greatest = 0;
    for (uint k = 0; k < looks; ++k) {
        least = min(least, cells[k]);
        greatest = max(greatest, (CELL)(IS_SPARE(cells[k]) ? 0 : cells[k]));
    }
    if (least >= greatest || has_others(cells, looks, least, greatest, p)) return false;
    if (has_others(cells + n - n / 4, n / 4, least, greatest, p)) return false;
    uint of_least = 0, of_greatest = 0, of_spare = 0;
    for (uint k = 0; k < n; ++k) {
        of_least += cells[k] == least;
        of_greatest += cells[k] == greatest;
        of_spare += IS_SPARE(cells[k]);
    }
    if (of_least + of_greatest + of_spare != n) return false;
    accumulate(a, least, 0, of_least);
    accumulate(a, greatest, 1, of_greatest);
    return true;
}
#endif

static inline ALWAYS_INLINE void add_cells(accumulator *a, CELLS_AT const CELL *cells, const origin *o, const walk *w, uint n,
                             const problem *p, units u IMAGE_PARAMETER) {
#if WEIGHTED
    for (uint k = 0; k < n; ++k) {
        element e;
        element_after(&e, o, w, k IMAGE);
        if ((uint)cells[k] != SPARE_CELL) add_cell(a, cells[k], &e, 0, p, u);
    }
#else
    if (all_alike(cells, n)) {
        if ((uint)cells[0] != SPARE_CELL) accumulate(a, cells[0], 0, n);
    } else if (!add_two_cells(a, cells, n, p)) {
        accumulate_block(a, cells, n);
    }
#endif
}

#if CELLS_IN_PLACE
static inline ALWAYS_INLINE void count_elements(accumulator *a, const origin *o, const walk *w, uint n, ulong first,
                                  const problem *p, units u IMAGE_PARAMETER) {
    const SAMPLES samples = AXIS_SAMPLES(o->samples, &w->g->from, 0);
    add_cells(a, (__global const CELL *)samples, o, w, n, p, u IMAGE);
}
#else
static inline ALWAYS_INLINE void count_elements(accumulator *a, const origin *o, const walk *w, uint n, ulong first,
                                  const problem *p, units u IMAGE_PARAMETER) {
    CELL cells[CELLS_OF_ELEMENT][ELEMENTS_A_LOAD];
    uint seen = 0; // bits of all bins; only NO_BIN and UNSURE set the top one
    WIDE_LOOP
    for (uint k = 0; k < n; ++k) {
        element e;
        element_after(&e, o, w, k IMAGE);
        uint bins[AXES];
#define FIND_IF_SURE(axis)                                                                                             \
    bins[axis] = FIND_QUICKLY(axis, &bins[axis], e.x[axis], first + k, p) ? bins[axis] : UNSURE;                        \
    seen |= bins[axis];
        EACH_AXIS(FIND_IF_SURE)
        PUT_QUICK_CELLS
    }
#if CAN_BE_UNSURE
    if (seen >> 31 != 0)
        for (uint k = 0; k < n; ++k) {
            bool settled = true;
            for (uint c = 0; c < CELLS_OF_ELEMENT; ++c) settled = settled & (cells[c][k] != UNSURE_CELL);
            if (settled) continue;
            element e;
            element_after(&e, o, w, k IMAGE);
            uint bins[AXES];
#define FIND(axis) bins[axis] = BIN(axis, e.x[axis], first + k, p);
            EACH_AXIS(FIND)
            PUT_CELLS
        }
#endif
    for (uint c = 0; c < CELLS_OF_ELEMENT; ++c) add_cells(a, cells[c], o, w, n, p, u IMAGE);
}
#endif

static inline ALWAYS_INLINE WIDE_VECTORS void count_next_block(accumulator *a, walk *w, const problem *p, units u IMAGE_PARAMETER) {
    span s;
    next_span(&s, w);
    origin o;
    origin_at(&o, w, s.row, s.first);
    fetch_ahead(&o, w);
    const ulong first = index_at(w, s.row, s.first);
    if (s.last - s.first == ELEMENTS_A_LOAD) { // the usual case; loops of a known length compile to better code
        count_elements(a, &o, w, ELEMENTS_A_LOAD, first, p, u IMAGE);
    } else {
#if ROWS
        count_elements(a, &o, w, s.last - s.first, first, p, u IMAGE);
#else
        for (uint x = s.first; x < s.last; ++x) count_single(a, w, s.row, x, p, u IMAGE);
#endif
    }
    next_block(w);
}

static inline void count_loads_in_flight(accumulator *a, walk *w, const problem *p, units u IMAGE_PARAMETER) {
    count_next_block(a, w, p, u IMAGE);
}
