// gather_mask: copies the mask of the listed elements, in the order of the list. An index that is not below `elements`
// gets a mask of 0 and is counted in `skipped`.
__kernel void gather_mask(LIST_PARAMETERS MASK_PARAMETERS ulong count, __global uchar *listed, __global uint *skipped) {
    MASK_CONSTANTS
    const size_t n = get_global_id(0);
    if (n >= count) return;
    const ulong element = ELEMENT_AT(n);
    if (EXISTS(element)) {
        listed[n] = MASKED ? mask[first_mask + element] : 1;
    } else {
        listed[n] = 0;
        atomic_inc(skipped);
    }
}
