// Computes sample `index` of a data set. The host, OpenCL C and CUDA compile the same source, so that each
// generates the same data in its own memory. Only integers are used, because devices may lack doubles, and
// compilers may contract floating-point operations.
//
// The includer defines DRAW (function specifiers), U32, U64, and LEADING_ZEROS of a nonzero U64.

/// Two 32-bit draws; neighbouring counters give unrelated draws (the finalizer of splitmix64).
DRAW U64 scrambled(U64 counter) {
    U64 x = counter * 0x9e3779b97f4a7c15UL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9UL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebUL;
    return x ^ (x >> 31);
}

/// The bits of the number fixed / 2^32: as an integer, rounded down, if `mantissa_bits` is 0; otherwise as a
/// float or double, rounded towards zero.
DRAW U64 bits_of_fixed(U64 fixed, U32 mantissa_bits) {
    if (mantissa_bits == 0) return fixed >> 32;
    if (fixed == 0) return 0;
    const U32 zeros = (U32)LEADING_ZEROS(fixed);
    const U32 bias = mantissa_bits == 52 ? 1023 : 127;
    const U64 mantissa = fixed << zeros << 1;
    return ((U64)(bias + 31 - zeros) << mantissa_bits) | (mantissa >> (64 - mantissa_bits));
}

/// The AND of `draws` uniform draws from [0, span), span <= 2^32; a constant in that range if `draws` is 0.
DRAW U64 sample_bits(U64 index, U32 draws, U64 span, U32 mantissa_bits) {
    if (draws == 0) return bits_of_fixed(0x61c88647UL * span, mantissa_bits);
    U64 bits = ~(U64)0;
    U64 pair = 0;
    for (U32 draw = 0; draw < draws; ++draw) {
        pair = draw % 2 == 0 ? scrambled(index * 4 + draw / 2 + 1) : pair >> 32;
        bits &= bits_of_fixed((pair & 0xffffffffUL) * span, mantissa_bits);
    }
    return bits;
}
