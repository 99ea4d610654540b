// places: where samples lie that no variant loads as they are: those of listed elements, two to a byte, or in planes of several
// channels. Places are counted in samples, as src/problem/pitches.hpp does.
//
// BESIDE: channels side by side in a plane, 0 if all are. NIBBLES: two samples to a byte, the first in the low bits unless HIGH_FIRST.

#if BESIDE == 0
#define PLACE_OF_CHANNEL(c, plane) (c)
#elif BESIDE == 1
#define PLACE_OF_CHANNEL(c, plane) ((c) * (plane))
#else // no remainder, which Oclgrind lacks beside a quotient
#define PLACE_OF_CHANNEL(c, plane) ((c) + (c) / BESIDE * ((plane) - BESIDE))
#endif

#if NIBBLES
#define BYTE_OF_PLACE(place) ((place) >> 1)
#define SAMPLE_AT(samples, place) ((samples)[(place) >> 1] >> ((((uint)(place) & 1u) ^ HIGH_FIRST) * 4u) & 15u)
#else
#define BYTE_OF_PLACE(place) (place)
#define SAMPLE_AT(samples, place) ((samples)[place])
#endif
