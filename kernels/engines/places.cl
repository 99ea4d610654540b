// places: the positions of samples that no variant can load directly. These are the samples of listed elements, samples
// of 4 bits, and samples in planes of several channels. Positions are in samples, as in src/problem/pitches.hpp.
//
// BESIDE is the number of channels side by side in a plane. It is 0 if the layout is not planar: all channels are then
// side by side. With NIBBLES a byte has two samples, the first in the low bits unless HIGH_FIRST.

// No % here, because Oclgrind cannot compute a remainder and a quotient of the same operands.
static inline ulong place_of_channel(ulong channel, ulong plane) {
    if (BESIDE == 0) return channel;
    if (BESIDE == 1) return channel * plane;
    return channel + channel / max(BESIDE, 1) * (plane - BESIDE);
}

#define BYTE_OF_PLACE(place) (NIBBLES ? (place) >> 1 : (place))
#define NIBBLE_AT(samples, place) ((samples)[(place) >> 1] >> ((((uint)(place)&1u) ^ HIGH_FIRST) * 4u) & 15u)
#define SAMPLE_AT(samples, place) (NIBBLES ? NIBBLE_AT(samples, place) : (samples)[place])
