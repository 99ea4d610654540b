// find_bin: find_quickly() is bin_of(), which needs no extra branch, so the bin is never ambiguous (see bin_line.cl).
static inline bool OF_AXIS(find_quickly)(uint *bin, SAMPLE x, ulong i, const problem *p) {
    *bin = OF_AXIS(bin_of)(x, i, p);
    return true;
}
