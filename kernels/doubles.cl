// doubles: converts fixed point to the bits of doubles, and back (see amount_float.cl), with integer arithmetic: the
// device needs no doubles.

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

// Returns the bits of the double nearest to n · 2^unit, ties to even.
static inline ulong nearest_double(amount n, int unit) {
    if ((n.s3 & FLAG_BEYOND_BOUND) != 0) return BEYOND_BOUND;
    if ((n.s3 & FLAG_NAN) != 0 ||
        (n.s3 & (FLAG_PLUS_INFINITY | FLAG_MINUS_INFINITY)) == (FLAG_PLUS_INFINITY | FLAG_MINUS_INFINITY))
        return 0x7ff8000000000000UL;
    if (n.s3 != 0) return n.s3 == FLAG_MINUS_INFINITY ? 0xfff0000000000000UL : 0x7ff0000000000000UL;
    ulong high, low;
    const ulong sign = magnitude_of(n, &high, &low) ? 1UL << 63 : 0;
    if (high == 0 && low == 0) return 0;
    const int leading = high != 0 ? 127 - (int)clz(high) : 63 - (int)clz(low); // of 96 bits
    const int exponent = leading + unit;
    if (exponent > 1023) return sign | 0x7ff0000000000000UL;
    const int last = max(exponent - 52, -1074); // exponent of the double's last bit
    const int right = last - unit;
    ulong whole;
    if (right <= 0) {
        whole = low << -right; // at most 53 bits are in use
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
    const ulong field = exponent < -1022 ? 0 : (ulong)(exponent + 1022);
    return sign | ((field << 52) + whole);
}

// Converts an existing sum to units. The mark for a weight beyond the bound is kept as a flag.
static inline amount old_amount(ulong bits, int unit) {
    if (bits == BEYOND_BOUND) return flagged(FLAG_BEYOND_BOUND);
    parts p;
    parts_of(&p, bits, 52, 1023, 64);
    return p.finite ? rounded(p.negative, 0, p.whole, p.exponent - unit) : flagged(flags_of(&p, 52));
}

// Returns the bits of the double nearest to n · 2^unit + `old`, which is given by its bits. Both are rounded to the
// coarser of two units first: 2^unit, and the one in which `old` has 94 bits, so that the sum cannot overflow. n must
// be below 2^94 in magnitude.
static inline ulong double_sum(amount n, int unit, ulong old) {
    if (old == 0) return nearest_double(n, unit);
    const uint field = (uint)(old >> 52) & 2047u;
    const int unit_of_old = field == 2047u ? unit : (int)max(field, 1u) - 1022 - 94;
    if (unit_of_old > unit) {
        ulong high, low;
        const bool negative = magnitude_of(n, &high, &low);
        const uint flags = n.s3;
        n = rounded(negative, high, low, unit - unit_of_old);
        n.s3 = flags;
        unit = unit_of_old;
    }
    return nearest_double(sum_of(n, old_amount(old, unit)), unit);
}
