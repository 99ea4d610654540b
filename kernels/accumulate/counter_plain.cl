// counter_plain: the caller's counters have 32 or 64 bits, and an amount is added to one without an atomic.
static inline COUNTER increased(COUNTER count, amount n) { return (COUNTER)(count + n); }
