// places: where samples lie that no variant loads as they are: those of listed elements, two to a byte, or in planes of
// several channels. Places are counted in samples, as src/problem/pitches.hpp does.
//
// BESIDE: channels side by side in a plane, 0 if all are. NIBBLES: two samples to a byte, the first in the low bits
// unless HIGH_FIRST.

// No remainder is taken: Oclgrind cannot compute one beside a quotient.
static inline ulong place_of_channel(ulong channel, ulong plane) {
    if (BESIDE == 0) return channel;
    if (BESIDE == 1) return channel * plane;
    return channel + channel / max(BESIDE, 1) * (plane - BESIDE);
}

#define BYTE_OF_PLACE(place) (NIBBLES ? (place) >> 1 : (place))
#define NIBBLE_AT(samples, place) ((samples)[(place) >> 1] >> ((((uint)(place)&1u) ^ HIGH_FIRST) * 4u) & 15u)
#define SAMPLE_AT(samples, place) (NIBBLES ? NIBBLE_AT(samples, place) : (samples)[place])
