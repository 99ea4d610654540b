// gather: elements side by side, as the passes of a problem count them whose samples no variant loads as they are
// (src/problem/split.hpp): those that a list of indices names, in its order, nibbles, and planes of several channels. An index that
// names no element is masked. places.cl is before it.
//
// SAMPLE, WEIGHT: unsigned integers of a sample's and a weight's size. LISTED: by indices of type INDEX. MASKED: whether elements have
// a mask.

#if LISTED
#define LIST_PARAMETERS __global const INDEX *indices, ulong first_index, ulong elements,
#define ELEMENT_AT(n) ((ulong)indices[first_index + (n)])
#define EXISTS(element) ((element) < elements)
#else
#define LIST_PARAMETERS
#define ELEMENT_AT(n) ((ulong)(n))
#define EXISTS(element) true
#endif
#if MASKED
#define MASK_PARAMETERS __global const uchar *mask, ulong first_mask,
#else
#define MASK_PARAMETERS
#endif

#if LISTED
// skipped: how many indices name no element.
__kernel void gather_mask(LIST_PARAMETERS MASK_PARAMETERS ulong count, __global uchar *listed, __global uint *skipped) {
    const size_t n = get_global_id(0);
    if (n >= count) return;
    const ulong element = ELEMENT_AT(n);
    if (!EXISTS(element)) {
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

#ifdef WEIGHT
__kernel void gather_weights(LIST_PARAMETERS __global const WEIGHT *weights, ulong first_weight, ulong count,
                             __global WEIGHT *listed) {
    const size_t n = get_global_id(0);
    if (n >= count) return;
    const ulong element = ELEMENT_AT(n);
    listed[n] = EXISTS(element) ? weights[first_weight + element] : 0;
}
#endif
#endif

// step, plane: from one element to the next, and from one plane to the next, in samples.
__kernel void gather_samples(LIST_PARAMETERS __global const SAMPLE *samples, ulong first_sample, ulong step, ulong plane, ulong count,
                             uint axes, uint channel_0, uint channel_1, uint channel_2, uint channel_3, __global SAMPLE *gathered) {
    const size_t n = get_global_id(0);
    if (n >= count) return;
    const ulong element = ELEMENT_AT(n);
    for (uint axis = 0; axis < axes; ++axis) {
        const uint c = axis == 0 ? channel_0 : axis == 1 ? channel_1 : axis == 2 ? channel_2 : channel_3;
        const ulong place = element * step + PLACE_OF_CHANNEL((ulong)c, plane);
        gathered[n * axes + axis] = EXISTS(element) ? SAMPLE_AT(samples + first_sample, place) : 0;
    }
}
