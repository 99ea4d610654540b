// tables_in_row: the tables of item_tables.cl or sum_tables.cl exceed local memory, and are in the work-group's row of
// the workspace.
#define TABLES_AT __global
static inline __global uint *tables_of_group(__local uint *memory, __global uint *partials, const problem *p) {
    return partials + get_group_id(0) * (size_t)ROW_WORDS;
}
static inline void add_in_table(__global uint *p, uint apart, amount n) { add_global(p, apart, n); }
static inline amount read_in_table(__global const uint *p, uint apart) { return read_global(p, apart); }
