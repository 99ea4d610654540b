// loops_no_prefetch: no prefetch, because pixels of an image have no address.
static inline void fetch_ahead(const origin *o, const walk *w) {}
