// floats: converts fixed-point numbers (see amount_float.cl) to the bits of floats, and back. The floats have SUM_BITS
// bits: they are doubles or 32-bit floats. Only integer arithmetic is used, so the device needs no doubles, and may
// flush denormals.

#define SUM_SIGN (1UL << (SUM_BITS - 1))
#define SUM_LAST_FIELD (2u * SUM_BIAS + 1u) // the exponent field of infinities and NaN
#define SUM_INFINITY ((ulong)SUM_LAST_FIELD << SUM_MANTISSA)
#define SUM_FIELD(bits) ((uint)((bits) >> SUM_MANTISSA) & SUM_LAST_FIELD)

// The least exponent of a unit in which sums have room for a float with this exponent field.
static inline int unit_for_field(uint field) { return (int)max(field, 1u) - SUM_BIAS + 1 - 94; }

// Sets the words of the magnitude of n, and returns whether n is negative.
static inline bool magnitude_of(amount n, ulong *high, ulong *low) {
    const bool negative = n.s2 >> 31 != 0;
    *high = n.s2;
    *low = (ulong)n.s1 << 32 | n.s0;
    if (negative) {
        *low = ~*low + 1;
        *high = (~*high + (*low == 0 ? 1 : 0)) & 0xffffffffUL;
    }
    return negative;
}

// Returns the bits of the float nearest to n · 2^unit, ties to even.
static inline ulong nearest_float(amount n, int unit) {
    if ((n.s3 & FLAG_BEYOND_BOUND) != 0) return BEYOND_BOUND;
    if ((n.s3 & FLAG_NAN) != 0 ||
        (n.s3 & (FLAG_PLUS_INFINITY | FLAG_MINUS_INFINITY)) == (FLAG_PLUS_INFINITY | FLAG_MINUS_INFINITY))
        return SUM_INFINITY | 1UL << (SUM_MANTISSA - 1);
    if (n.s3 != 0) return n.s3 == FLAG_MINUS_INFINITY ? SUM_SIGN | SUM_INFINITY : SUM_INFINITY;
    ulong high, low;
    const ulong sign = magnitude_of(n, &high, &low) ? SUM_SIGN : 0;
    if (high == 0 && low == 0) return 0;
    const int leading = high != 0 ? 127 - (int)clz(high) : 63 - (int)clz(low); // the leading bit's number, 0 to 95
    const int exponent = leading + unit;
    if (exponent > SUM_BIAS) return sign | SUM_INFINITY;
    const int last = max(exponent, 1 - SUM_BIAS) - SUM_MANTISSA; // exponent of the float's last bit
    const int right = last - unit;
    ulong whole;
    if (right <= 0) {
        whole = low << -right; // at most SUM_MANTISSA + 1 bits are in use
    } else if (right > 96) {
        whole = 0;
    } else {
        // `whole`: the bits to keep. `fraction`: the dropped bits as a fraction of 2^64, with a sticky bit for the
        // lowest ones.
        ulong fraction;
        if (right < 64) {
            whole = low >> right | high << (64 - right);
            fraction = low << (64 - right);
        } else {
            whole = right == 64 ? high : high >> (right - 64);
            fraction = right == 64
                           ? low
                           : (high << (128 - right) | low >> (right - 64) | ((low << (128 - right)) != 0 ? 1 : 0));
        }
        if (fraction > 1UL << 63 || (fraction == 1UL << 63 && (whole & 1) != 0)) ++whole;
    }
    // A carry out of the mantissa correctly increments the exponent, also from denormal to normal.
    const ulong field = exponent < 1 - SUM_BIAS ? 0 : (ulong)(exponent + SUM_BIAS - 1);
    return sign | ((field << SUM_MANTISSA) + whole);
}

// Converts an existing sum, given by its bits, to a number of units of 2^unit. BEYOND_BOUND, NaN and infinities become
// flags.
static inline amount old_amount(ulong bits, int unit) {
    if (bits == BEYOND_BOUND) return flagged(FLAG_BEYOND_BOUND);
    parts p;
    parts_of(&p, bits, SUM_MANTISSA, SUM_BIAS, SUM_BITS);
    return p.finite ? rounded(p.negative, 0, p.whole, p.exponent - unit) : flagged(flags_of(&p, SUM_MANTISSA));
}

// Returns the bits of the float nearest to n · 2^unit + `old`, which is given by its bits. Both are rounded to the
// coarser of two units first: 2^unit, and the one in which `old` has 94 bits, so that the sum cannot overflow. n must
// be below 2^94 in magnitude.
static inline ulong float_sum(amount n, int unit, ulong old) {
    if (old == 0) return nearest_float(n, unit);
    const uint field = SUM_FIELD(old);
    const int unit_of_old = field == SUM_LAST_FIELD ? unit : unit_for_field(field);
    if (unit_of_old > unit) {
        ulong high, low;
        const bool negative = magnitude_of(n, &high, &low);
        const uint flags = n.s3;
        n = rounded(negative, high, low, unit - unit_of_old);
        n.s3 = flags;
        unit = unit_of_old;
    }
    return nearest_float(sum_of(n, old_amount(old, unit)), unit);
}
