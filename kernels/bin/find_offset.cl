// find_offset: the offset of a sample is its bin. A sample out of range has an offset past the last bin, and is
// therefore not counted.
static inline bool OF_AXIS(find_quickly)(uint *bin, SAMPLE x, ulong i, const problem *p) {
    *bin = OF_AXIS(offset_of)(x, p);
    return true;
}
