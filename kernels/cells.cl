// cells: an element that is not masked is added to one cell of each axis's own histogram, or to one cell of the joint
// histogram.
static inline bool is_counted(const element *e) { return !MASKED || e->mask != 0; }
