// gather: copies samples that no variant can load directly (of listed elements, of 4 bits, or in planes of several
// channels) to a packed array, which the passes of the problem count (src/problem/split.hpp). Listed elements are
// copied in the order of the list. Included after places.cl and elements_all.cl or elements_listed.cl.
//
// SAMPLE: an unsigned integer of a sample's size.

// `step` and `plane`: the distances between elements and between planes, in samples.
__kernel void
gather_samples(LIST_PARAMETERS __global const SAMPLE *samples, ulong first_sample, ulong step, ulong plane, ulong count,
               uint axes, uint channel_0, uint channel_1, uint channel_2, uint channel_3, __global SAMPLE *gathered) {
    const size_t n = get_global_id(0);
    if (n >= count) return;
    const ulong element = ELEMENT_AT(n);
    for (uint axis = 0; axis < axes; ++axis) {
        const uint c = axis == 0 ? channel_0 : axis == 1 ? channel_1 : axis == 2 ? channel_2 : channel_3;
        const ulong place = element * step + place_of_channel(c, plane);
        gathered[n * axes + axis] = EXISTS(element) ? SAMPLE_AT(samples + first_sample, place) : 0;
    }
}
