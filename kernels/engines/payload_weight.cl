// payload_weight: for weights. For each bin number, a buffer or queue also holds a weight, in a separate array.
static inline void store_weight(__local WEIGHT *weights, uint at, WEIGHT weight) { weights[at] = weight; }

// A team moves n weights to a queue.
static inline void move_weights(__global WEIGHT *to, __local const WEIGHT *weights, uint n, uint lane) {
    for (uint i = lane; i < n; i += TEAM) to[i] = weights[i];
}

// A team moves the `left` weights after the first `whole` ones, at most a line, to the front. Each work-item overwrites
// only weights that it has read itself.
static inline void move_left_weights(__local WEIGHT *weights, uint whole, uint left, uint lane) {
    for (uint i = lane; i < left; i += TEAM) weights[i] = weights[whole + i];
}

// Adds a weight to the caller's sum. add_weight_at() takes the weight from a buffer.
static inline void add_weight(__global COUNTER *counts, uint bin, WEIGHT weight, units u) {
    add_to_global_sum(counts, bin, weight, u);
}
static inline void add_weight_at(__global COUNTER *counts, uint bin, __local const WEIGHT *weights, uint at, units u) {
    add_to_global_sum(counts, bin, weights[at], u);
}
