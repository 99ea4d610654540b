// by_loops: a block of elements is counted where it lies, by loops over all of it: one finds the cells of its elements without a
// branch, so that a CPU's compiler makes vectors of it; one settles the few that this leaves unsure; and they are added. For CPUs.
//
// A variant that takes them defines, unless samples are weighted,
//
//     accumulate_block(&a, cells, n)   counts n elements, at most ELEMENTS_A_LOAD, by their cells; SPARE_CELL is for those not counted

#define UNSURE_CELL ((CELL)~(CELL)0)
#if JOINT
#define CELLS_OF_ELEMENT 1
#else
#define CELLS_OF_ELEMENT AXES
#endif

// What a CPU does not fetch by itself: the first lines of each page of memory, and with them a tenth to a third of the time.
// OpenCL's prefetch() does nothing in PoCL.
#ifdef POCL_DEVICE_ADDRESS_BITS
#define LINE_BYTES 64
#define LINES_AHEAD 32
static inline void fetch_line(size_t address) { __builtin_prefetch((const void *)address, 0, 3); }
static inline void fetch_lines(size_t address, uint bytes) {
    for (uint at = 0; at < bytes; at += LINE_BYTES) fetch_line(address + LINES_AHEAD * LINE_BYTES + at);
}
static inline void fetch_ahead(const origin *o, const walk *w) {
#if PLANAR
#define FETCH_AXIS(axis) fetch_lines((size_t)(o->samples + AXIS_AT(w, CHANNEL_##axis)), ELEMENTS_A_LOAD * STRIDE * (uint)sizeof(SAMPLE));
    EACH_AXIS(FETCH_AXIS)
#else
    fetch_lines((size_t)o->samples, ELEMENTS_A_LOAD * STRIDE * (uint)sizeof(SAMPLE));
#endif
#if MASKED
    fetch_lines((size_t)o->mask, ELEMENTS_A_LOAD);
#endif
#if WEIGHTED
    fetch_lines((size_t)o->weights, ELEMENTS_A_LOAD * (uint)sizeof(WEIGHT));
#endif
}
#else
static inline void fetch_ahead(const origin *o, const walk *w) {}
#endif

// The cell of an element, one for each axis or a joint one, by their bins; UNSURE_CELL where a bin is UNSURE.
static inline CELL cell_of(bool counted, bool unsure, bool in_range, uint cell) {
    if (!counted) return (CELL)SPARE_CELL;
    if (unsure) return UNSURE_CELL;
    return (CELL)(in_range ? cell : SPARE_CELL);
}

#define FIND_BIN(axis)                                                                                                 \
    bins[axis] = FIND(axis, e.x[axis], first + k, thresholds);                                                         \
    unsure = unsure | (bins[axis] == UNSURE);
#if JOINT
#define PUT_CELLS(own, bins, counted, unsure)                                                                          \
    {                                                                                                                  \
        const uint joint = joint_cell(bins);                                                                           \
        own[0][k] = cell_of(counted, unsure, joint != NO_BIN, joint);                                                  \
    }
#else
#define PUT_CELL(axis)                                                                                                 \
    cells[axis][k] = cell_of(is_counted(&e), bins[axis] == UNSURE, bins[axis] < COUNTED_##axis,                        \
                             FIRST_COUNTED_##axis + bins[axis]);
#define PUT_CELLS(own, bins, counted, unsure) EACH_AXIS(PUT_CELL)
#endif

static inline bool all_alike(const CELL *cells, uint n) {
    if (cells[0] != cells[n / 2] || cells[0] != cells[n - 1]) return false;
    CELL differing = 0; // bits
    for (uint k = 0; k < n; ++k) differing |= cells[k] ^ cells[0];
    return differing == 0;
}

static inline void add_cells(accumulator *a, const CELL *cells, const origin *o, const walk *w, uint n, units u) {
#if WEIGHTED
    for (uint k = 0; k < n; ++k) {
        element e;
        element_after(&e, o, w, k);
        if (cells[k] != SPARE_CELL) add_cell(a, cells[k], &e, 0, u);
    }
#else
    if (!all_alike(cells, n)) {
        accumulate_block(a, cells, n);
    } else if (cells[0] != SPARE_CELL) {
        accumulate(a, cells[0], 0, n);
    }
#endif
}

static inline void count_next_block(accumulator *a, walk *w, __global const KEY *thresholds, units u) {
    span s;
    next_span(&s, w);
    const uint n = s.last - s.first;
    const ulong first = index_at(w, s.row, s.first);
    origin o;
    origin_at(&o, w, s.row, s.first);
    fetch_ahead(&o, w);

    CELL cells[CELLS_OF_ELEMENT][ELEMENTS_A_LOAD];
    uint any_unsure = 0;
#define FIND QUICK_BIN
    for (uint k = 0; k < n; ++k) {
        element e;
        element_after(&e, &o, w, k);
        uint bins[AXES];
        bool unsure = false;
        EACH_AXIS(FIND_BIN)
        PUT_CELLS(cells, bins, is_counted(&e), unsure)
        any_unsure |= unsure;
    }
#undef FIND
#if CAN_BE_UNSURE
#define FIND BIN
    if (any_unsure != 0)
        for (uint k = 0; k < n; ++k) {
            bool look = false;
            for (uint c = 0; c < CELLS_OF_ELEMENT; ++c) look |= cells[c][k] == UNSURE_CELL;
            if (!look) continue;
            element e;
            element_after(&e, &o, w, k);
            uint bins[AXES];
            bool unsure = false;
            EACH_AXIS(FIND_BIN)
            PUT_CELLS(cells, bins, is_counted(&e), false)
        }
#undef FIND
#endif
    for (uint c = 0; c < CELLS_OF_ELEMENT; ++c) add_cells(a, cells[c], &o, w, n, u);
    next_block(w);
}

static inline void count_loads_in_flight(accumulator *a, walk *w, __global const KEY *thresholds, units u) {
    count_next_block(a, w, thresholds, u);
}
