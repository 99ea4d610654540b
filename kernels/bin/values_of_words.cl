// values_of_words: value v of an axis is the sample with key VALUE_KEY_<axis> + v. If samples out of range are dropped,
// only those in range have values.
static inline uint value_of(SAMPLE x, uint first_key, uint values) {
    const uint v = (uint)key_of(x) - first_key;
    return v < values ? v : NO_BIN;
}
static inline SAMPLE sample_of_value(uint value, uint first_key) { return sample_of_key(value + first_key); }
