// column_integers: the weights of columns are integers of up to 16 bits; the file is also used without weights.

typedef struct {
    int none;
} scaling;

static inline void scales_of(scaling *scales, __global const uint *range, uint known) {}
static inline uint magnitude_bits(int weight) { return 0; }
static inline uint max_plain(const scaling *s) { return 0; }
static inline long units_of_weight(int weight, const scaling *s) { return weight; }
static inline bool is_plain(int weight, const scaling *s) { return true; }
static inline uint flag_weight(const rows_of_job *job, uint value, uint column, uint columns, int weight, uint v) {
    return 0;
}

// Returns n plus an existing sum, modulo 2^64.
static inline ulong finished_sum(long n, uint flags, const scaling *scale, ulong old) { return (ulong)n + old; }
