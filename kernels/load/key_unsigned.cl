// key_unsigned: unsigned samples are their own keys.
static inline KEY key_of(SAMPLE x) { return (KEY)x; }
static inline SAMPLE sample_of_key(KEY key) { return (SAMPLE)key; }
