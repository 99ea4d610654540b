// loops_no_prefetch: pixels of an image have no address.
static inline void fetch_ahead(const origin *o, const walk *w) {}
