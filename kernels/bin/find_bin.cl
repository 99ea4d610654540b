// find_bin: find_quickly() calls bin_of(), which resolves every bin, so no bin is ambiguous. (On a line, bin_line.cl
// defines find_quickly().)
static inline bool OF_AXIS(find_quickly)(uint *bin, SAMPLE x, ulong i, const problem *p) {
    *bin = OF_AXIS(bin_of)(x, i, p);
    return true;
}
