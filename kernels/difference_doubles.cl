// difference_doubles: the difference of two sums of float weights. Included after amount_float.cl and doubles.cl.

// Converts a double to a number of units of 2^unit. If bits below the unit are lost, the last bit is set (a sticky
// bit). It is far below the last bit of the difference, so the difference is rounded correctly.
static inline amount operand(ulong bits, bool negated, int unit) {
    if (bits == BEYOND_BOUND) return flagged(FLAG_BEYOND_BOUND);
    parts p;
    parts_of(&p, bits ^ (negated ? 1UL << 63 : 0), 52, 1023, 64);
    if (!p.finite) return flagged(flags_of(&p, 52));
    const int right = unit - p.exponent;
    if (right > 0) {
        const ulong kept = right < 64 ? p.whole >> right : 0, lost = right < 64 ? p.whole - (kept << right) : p.whole;
        p.whole = kept | (lost != 0 ? 1 : 0);
        p.exponent = unit;
    }
    return rounded(p.negative, 0, p.whole, p.exponent - unit);
}

static inline SUM_COUNTER less(SUM_COUNTER a, SUM_COUNTER b) {
    const uint field = max((uint)(a >> 52) & 2047u, (uint)(b >> 52) & 2047u);
    const int unit = (int)max(field, 1u) - 1022 - 94; // both operands are below 2^94 units
    return nearest_double(sum_of(operand(a, false, unit), operand(b, true, unit)), unit);
}
