// column_plain: for columns whose weights need no scaling and set no flags.

typedef struct {
    int none;
} scaling;

static inline void scales_of(scaling *scales, __global const uint *range, uint known, uint room) {}
static inline uint magnitude_bits(WEIGHT_VALUE weight) { return 0; }
static inline uint max_plain(const scaling *s) { return 0; }
static inline bool is_plain(WEIGHT_VALUE weight, const scaling *s) { return true; }
static inline uint
flag_weight(const rows_of_job *job, uint value, uint column, uint columns, WEIGHT_VALUE weight, uint v) {
    return 0;
}
