// The data sets that devices generate: samples whose bits are drawn, and shapes, where a sample's index gives
// its bin, and the sample is the middle of that bin. One source for the host, OpenCL C and CUDA, like
// draw.cl, which is included before it.
//
// The includer also defines GLOBAL, the address space of the table.

/// How a sample follows from its index: from drawn bits, or from its bin.
enum ShapeRule { bits_drawn, bin_drawn, bin_phases, bin_stride, bin_sawtooth, bin_sorted };

struct DataShape {
    U64 span;  ///< samples are in [0, span), which is divided into the bins
    U64 bins;  ///< at most 2^24
    U64 count; ///< the period of bin_phases and bin_sorted in samples, at most 2^34
    U32 rule;  ///< a ShapeRule
    U32 draws; ///< for bits_drawn: number of draws per sample
    U32 mantissa_bits;
};

/// The middle of a bin, in units of 2^-32, rounded down.
DRAW U64 middle_of(U64 bin, U64 bins, U64 span) {
    const U64 middle = (2 * bin + 1) * span;
    return (middle / (2 * bins) << 32) + (middle % (2 * bins) << 32) / (2 * bins);
}

/// A bin drawn by Walker's alias method. The table has an entry for each bin: the alias in the upper 32 bits,
/// and in the lower 32 bits the probability, times 2^32, of keeping the bin.
DRAW U64 drawn_bin(U64 index, U64 bins, GLOBAL const U64* table) {
    const U64 draws = scrambled(index);
    const U64 bin = (draws >> 32) * bins >> 32;
    return (draws & 0xffffffffUL) < (table[bin] & 0xffffffffUL) ? bin : table[bin] >> 32;
}

DRAW U64 bin_of_shape(struct DataShape shape, U64 index, GLOBAL const U64* table) {
    if (shape.rule == bin_drawn) return drawn_bin(index, shape.bins, table);
    if (shape.rule == bin_sawtooth) return index % shape.bins;
    if (shape.rule == bin_stride) return index * 32 % shape.bins;
    const U64 place = index % shape.count;
    if (shape.rule == bin_sorted) return place * shape.bins / shape.count;
    const U64 phase = place * 16 / shape.count;
    return (phase * 7 % 16 * 2 + 1) * shape.bins / 32; // far from the previous bin
}

DRAW U64 shape_bits(struct DataShape shape, U64 index, GLOBAL const U64* table) {
    if (shape.rule == bits_drawn) return sample_bits(index, shape.draws, shape.span, shape.mantissa_bits);
    return bits_of_fixed(middle_of(bin_of_shape(shape, index, table), shape.bins, shape.span),
                         shape.mantissa_bits);
}
