// values_of_bytes: the value of a sample is its bits, as an unsigned number.
static inline uint value_of(SAMPLE x, uint first_key, uint values) { return AS_UNSIGNED(x); }
static inline SAMPLE sample_of_value(uint value, uint first_key) { return AS_SAMPLE((uchar)value); }
