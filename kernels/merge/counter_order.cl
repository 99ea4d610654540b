// counter_order: the order of a histogram's counters in the caller's memory. It is [cell][sum] if BY_CELL, else
// [sum][cell].

static inline size_t counter_at(uint sum, size_t cell, size_t cells) {
    return BY_CELL ? cell * SUMS + sum : sum * cells + cell;
}

// The cell of a counter. (% is avoided, because LLVM turns a quotient and a remainder of the same numbers into an
// instruction that Oclgrind does not know.)
static inline uint cell_at(uint counter, uint cells) {
    return BY_CELL ? counter / SUMS : counter - counter / cells * cells;
}
