// key_signed: the key of a signed sample is its distance from the minimum of its type.
static inline KEY key_of(SAMPLE x) { return (KEY)x + KEY_SIGN; }
static inline SAMPLE sample_of_key(KEY key) { return (SAMPLE)(key ^ KEY_SIGN); }
