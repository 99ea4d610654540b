// find_offset: the offset is the bin, and the offset of a sample out of range is past the last bin, which is not
// counted.
static inline bool OF_AXIS(find_quickly)(uint *bin, SAMPLE x, ulong i, const problem *p) {
    *bin = OF_AXIS(offset_of)(x, p);
    return true;
}
