// deliver_values: a work-group adds its counts of values to the cells of these values.
static inline void deliver_counts(const accumulator *a, __local uint *memory, __global COUNTER *counts,
                                  __global uint *partials, uint histogram, uint delivery, const problem *p) {
    for (uint v = (uint)get_local_id(0); v < WINDOW_BINS; v = NEXT_OWN(v, WINDOW_BINS)) {
        const uint cell = cell_of_value(v, p);
        if (cell != NO_BIN) deliver(counts, partials, histogram, cell, private_count(a, v), delivery, p);
    }
}
