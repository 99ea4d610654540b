// column_integers: for columns with integer weights, or without weights.

static inline void words_of_weight(ulong *n, WEIGHT_VALUE weight, const scaling *s) { n[0] = (ulong)(long)weight; }

// Returns n plus an existing sum, modulo 2^64.
static inline ulong finished_sum(const ulong *n, uint flags, const scaling *scale, ulong old) { return n[0] + old; }
