// bin_offset: the offset of a sample is key - FIRST_KEY, modulo 2^(bits of a key). The bin is the greatest i with
// THRESHOLD(i) <= offset; bin_at finds it.
//
// Worked example: u8 samples in 7 even bins over [0, 12). The edges are 12i/7 = 0, 1.71, 3.43 …, so thresholds = 0 2 4
// 6 7 9 11; sample 11 has offset 11 and bin 6.
//
// This file is for integers, for which x - FIRST is the same as the difference of the keys.
static inline KEY OF_AXIS(offset_of)(SAMPLE x, const problem *p) { return (KEY)x - FIRST; }
