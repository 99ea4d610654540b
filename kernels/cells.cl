// cells: from the bins of an element to its cell in a histogram, and adding it there.
//
// An element falls into one cell of each axis's own histogram, or into one cell of the joint histogram.
static inline bool is_counted(const element *e) { return !MASKED || e->mask != 0; }
