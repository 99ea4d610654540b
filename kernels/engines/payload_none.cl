// payload_none: for counts without weights. Queues hold only bin numbers, and each of these adds 1.
static inline void store_weight(__local WEIGHT *weights, uint at, WEIGHT weight) {}
static inline void move_weights(__global WEIGHT *to, __local const WEIGHT *weights, uint n, uint lane) {}
static inline void move_left_weights(__local WEIGHT *weights, uint whole, uint left, uint lane) {}
static inline void add_weight(__global COUNTER *counts, uint bin, WEIGHT weight, units u) {
    add_to_count(counts, bin, 1);
}
static inline void add_weight_at(__global COUNTER *counts, uint bin, __local const WEIGHT *weights, uint at, units u) {
    add_to_count(counts, bin, 1);
}
