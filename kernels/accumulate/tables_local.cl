// tables_local: the tables of item_tables.cl or sum_tables.cl are in local memory.
#define TABLES_AT __local
static inline __local uint *tables_of_group(__local uint *memory, __global uint *partials, const problem *p) {
    return memory;
}
static inline void add_in_table(__local uint *p, uint apart, amount n) { add_local(p, apart, n); }
static inline amount read_in_table(__local const uint *p, uint apart) { return read_local(p, apart); }
