// cells: an element that the mask does not exclude is added to at most one cell of each axis's own histogram, or to at
// most one cell of the joint histogram. Other elements are not counted.
static inline bool is_counted(const element *e) { return !MASKED || e->mask != 0; }
