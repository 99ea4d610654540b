// difference_floats: the difference of two sums of float weights. Included after amount_float.cl and floats.cl.

// Converts a sum to a number of units of 2^unit. If bits below the unit are lost, the last bit is set (a sticky
// bit). It is far below the last bit of the difference, so the difference is rounded correctly.
static inline amount operand(ulong bits, bool negated, int unit) {
    if (bits == BEYOND_BOUND) return flagged(FLAG_BEYOND_BOUND);
    parts p;
    parts_of(&p, bits ^ (negated ? SUM_SIGN : 0), SUM_MANTISSA, SUM_BIAS, SUM_BITS);
    if (!p.finite) return flagged(flags_of(&p, SUM_MANTISSA));
    const int right = unit - p.exponent;
    if (right > 0) {
        const ulong kept = right < 64 ? p.whole >> right : 0, lost = right < 64 ? p.whole - (kept << right) : p.whole;
        p.whole = kept | (lost != 0 ? 1 : 0);
        p.exponent = unit;
    }
    return rounded(p.negative, 0, p.whole, p.exponent - unit);
}

static inline SUM_COUNTER less(SUM_COUNTER a, SUM_COUNTER b) {
    const int unit = unit_for_field(max(SUM_FIELD(a), SUM_FIELD(b))); // both operands are below 2^94 units
    return (SUM_COUNTER)nearest_float(sum_of(operand(a, false, unit), operand(b, true, unit)), unit);
}
