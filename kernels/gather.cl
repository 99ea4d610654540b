// gather: the elements that a list of indices names, side by side in the list's order, as the passes of a problem with indices
// count them (src/plan/passes.hpp). An index that names no element is masked.
//
// SAMPLE, WEIGHT: unsigned integers of a sample's and a weight's size. INDEX: uint or ulong. MASKED: whether elements have a mask.

#if MASKED
#define MASK_PARAMETERS __global const uchar *mask, ulong first_mask,
#else
#define MASK_PARAMETERS
#endif

// skipped: how many indices name no element.
__kernel void gather_mask(__global const INDEX *indices, ulong first_index, ulong count, ulong elements,
                          MASK_PARAMETERS __global uchar *listed, __global uint *skipped) {
    const size_t n = get_global_id(0);
    if (n >= count) return;
    const ulong element = indices[first_index + n];
    if (element >= elements) {
        listed[n] = 0;
        atomic_inc(skipped);
        return;
    }
#if MASKED
    listed[n] = mask[first_mask + element];
#else
    listed[n] = 1;
#endif
}

// Distances are in samples.
__kernel void gather_samples(__global const INDEX *indices, ulong first_index, ulong count, ulong elements,
                             __global const SAMPLE *samples, ulong first_sample, ulong stride, ulong channel, uint axes,
                             uint channel_0, uint channel_1, uint channel_2, uint channel_3, __global SAMPLE *listed) {
    const size_t n = get_global_id(0);
    if (n >= count) return;
    const ulong element = indices[first_index + n];
    const bool exists = element < elements;
    const ulong at = first_sample + (exists ? element * stride : 0);
    for (uint axis = 0; axis < axes; ++axis) {
        const uint c = axis == 0 ? channel_0 : axis == 1 ? channel_1 : axis == 2 ? channel_2 : channel_3;
        listed[n * axes + axis] = exists ? samples[at + c * channel] : 0;
    }
}

#ifdef WEIGHT
__kernel void gather_weights(__global const INDEX *indices, ulong first_index, ulong count, ulong elements,
                             __global const WEIGHT *weights, ulong first_weight, __global WEIGHT *listed) {
    const size_t n = get_global_id(0);
    if (n >= count) return;
    const ulong element = indices[first_index + n];
    listed[n] = element < elements ? weights[first_weight + element] : 0;
}
#endif
