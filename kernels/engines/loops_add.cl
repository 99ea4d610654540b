// loops_add: adds the elements of a block to their cells.
//
// The variant defines accumulate_block(&a, cells, n), which counts n elements, at most ELEMENTS_PER_LOAD, given their
// cells. SPARE_CELL means "not counted".

static inline bool all_alike(CELLS_AT const CELL *cells, uint n) {
    if (cells[0] != cells[n / 2] || cells[0] != cells[n - 1]) return false;
    CELL differing = 0; // the bits in which cells differ
    VECTOR_LOOP(sizeof(CELL))
    for (uint k = 0; k < n; ++k) differing |= cells[k] ^ cells[0];
    return differing == 0;
}

// If each of the 256 values of a byte has its own cell and there is no mask, a CELL has 8 bits and there is no spare
// cell.
#define IS_SPARE(cell) (sizeof(CELL) > 1 && (cell) == (CELL)SPARE_CELL)

// Whether any of n cells is neither `low`, `high` nor the spare cell.
static inline ALWAYS_INLINE bool has_others(CELLS_AT const CELL *cells, uint n, CELL low, CELL high, const problem *p) {
    bool others = false;
    VECTOR_LOOP(sizeof(CELL))
    for (uint k = 0; k < n; ++k) others |= (cells[k] != low) & (cells[k] != high) & !IS_SPARE(cells[k]);
    return others;
}

// If a block's elements are in only two cells and the spare one, counts them by comparisons, which is faster. If there
// are other cells, counts nothing and returns false. Masks and drawings have blocks of two cells. Probing a few samples
// first rules out most other blocks.
static inline ALWAYS_INLINE bool add_two_cells(accumulator *a, CELLS_AT const CELL *cells, uint n, const problem *p) {
    if (sizeof(CELL) > 2) return false; // not faster: blocks of smooth samples pass the probes too often
    const uint looks = 16;
    const CELL first = cells[0], middle = cells[n / 2], last = cells[n - 1];
    if ((n < looks) | ((first != middle) & (first != last) & (middle != last))) return false;
    CELL low = first, high = 0;
    for (uint k = 0; k < looks; ++k) {
        low = min(low, cells[k]);
        high = max(high, (CELL)(IS_SPARE(cells[k]) ? 0 : cells[k]));
    }
    if (low >= high || has_others(cells, looks, low, high, p)) return false;
    if (has_others(cells + n - n / 4, n / 4, low, high, p)) return false;
    ushort low_count = 0, high_count = 0, spare_count = 0; // a block has fewer than 2^16 elements
    VECTOR_LOOP(sizeof(ushort))
    for (uint k = 0; k < n; ++k) {
        low_count += cells[k] == low;
        high_count += cells[k] == high;
        spare_count += IS_SPARE(cells[k]);
    }
    if (low_count + high_count + spare_count != n) return false;
    accumulate(a, low, 0, low_count);
    accumulate(a, high, 1, high_count);
    return true;
}

static inline ALWAYS_INLINE void add_block(accumulator *a, CELLS_AT const CELL *cells, uint n, const problem *p) {
    if (all_alike(cells, n)) {
        if ((uint)cells[0] != SPARE_CELL) accumulate(a, cells[0], 0, n);
    } else if (!add_two_cells(a, cells, n, p)) {
        accumulate_block(a, cells, n);
    }
}

static inline ALWAYS_INLINE void
add_cells(accumulator *a, CELL cells[CELLS_PER_ELEMENT][ELEMENTS_PER_LOAD], const origin *o, const walk *w, uint n,
          const problem *p, units u IMAGE_PARAMETER) {
    for (uint c = 0; c < CELLS_PER_ELEMENT; ++c) add_block(a, cells[c], n, p);
}
