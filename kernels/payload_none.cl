// payload_none: for counts, queues hold only numbers of bins, each of which adds 1.
static inline void store_weight(__local WEIGHT *weights, uint at, WEIGHT weight) {}
static inline void move_weights(__global WEIGHT *to, __local const WEIGHT *weights, uint n, uint lane) {}
static inline void move_left_weights(__local WEIGHT *weights, uint whole, uint left, uint lane) {}
static inline amount amount_at(__local const WEIGHT *weights, uint at, units u) { return 1; }
