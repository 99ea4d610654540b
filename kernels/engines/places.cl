// places: the positions of samples that no variant can load directly: listed elements, two samples per byte, or planes
// of several channels. Positions are in samples, as in src/problem/pitches.hpp.
//
// BESIDE is the number of channels side by side in a plane, or 0 if all are. With NIBBLES a byte has two samples, the
// first in the low bits unless HIGH_FIRST.

// No % here, because Oclgrind cannot compute a remainder and a quotient of the same operands.
static inline ulong place_of_channel(ulong channel, ulong plane) {
    if (BESIDE == 0) return channel;
    if (BESIDE == 1) return channel * plane;
    return channel + channel / max(BESIDE, 1) * (plane - BESIDE);
}

#define BYTE_OF_PLACE(place) (NIBBLES ? (place) >> 1 : (place))
#define NIBBLE_AT(samples, place) ((samples)[(place) >> 1] >> ((((uint)(place)&1u) ^ HIGH_FIRST) * 4u) & 15u)
#define SAMPLE_AT(samples, place) (NIBBLES ? NIBBLE_AT(samples, place) : (samples)[place])
