// real_of_bits: a real is the bits of a double, and its arithmetic is on integers. For devices without doubles. The
// functions have the same names as in real_native.cl, and return the same bits. Operands must be finite; only is_less()
// also takes infinities, and is_finite() takes all values. Unlike the comparison of doubles, is_less() puts -0 below
// +0.
typedef ulong real;
#define REAL_SIGN (1UL << 63)
#define REAL_0 0UL
#define REAL_1 0x3ff0000000000000UL
#define REAL_INFINITY 0x7ff0000000000000UL
#define MINUS_REAL_INFINITY 0xfff0000000000000UL

// Returns the real nearest to m · 2^(exponent - 1023 - 63), ties to even, with the given sign bit. If m has more than
// 53 bits, its last bit may be a sticky bit, which is set if any bit below it was lost.
static inline real rounded_real(ulong sign, ulong m, int exponent) {
    if (m == 0) return sign;
    const int zeros = (int)clz(m);
    m <<= zeros;
    exponent -= zeros;
    const int right = 1 - exponent; // the shift to the right of a denormal
    if (right >= 64) return sign;
    if (right > 0) m = m >> right | (m << (64 - right) != 0 ? 1 : 0);
    const ulong rest = m & 2047;
    m >>= 11;
    if (rest > 1024 || (rest == 1024 && (m & 1) != 0)) ++m;
    // The leading bit, or a carry out of the mantissa, raises the exponent.
    return sign | min(((ulong)max(exponent - 1, 0) << 52) + m, REAL_INFINITY);
}

// x = ±m · 2^(exponent - 1023 - 63). The highest bit of m is set; if x is 0, m is 0.
typedef struct {
    ulong sign, m;
    int exponent;
} real_parts;

static inline void split_real(real_parts *parts, real x) {
    const ulong m = (x & ((1UL << 52) - 1)) << 11;
    const int field = (int)(x >> 52 & 2047);
    const int zeros = field != 0 || m == 0 ? 0 : (int)clz(m);
    parts->sign = x & REAL_SIGN;
    parts->m = field != 0 ? m | REAL_SIGN : m << zeros;
    parts->exponent = max(field, 1) - zeros;
}

static inline real sum_of_reals(real a, real b) {
    const bool swapped = (a & ~REAL_SIGN) < (b & ~REAL_SIGN);
    real_parts greater, less;
    split_real(&greater, swapped ? b : a);
    split_real(&less, swapped ? a : b);
    if (less.m == 0) return swapped ? b : a;
    // Leaves room for a carry, and 9 bits below the 53 of the mantissa for the bits of the smaller operand.
    const ulong m = greater.m >> 2, n = less.m >> 2;
    const int right = greater.exponent - less.exponent;
    const ulong other = right == 0 ? n : right < 64 ? n >> right | (n << (64 - right) != 0 ? 1 : 0) : 1;
    if (greater.sign == less.sign) return rounded_real(greater.sign, m + other, greater.exponent + 2);
    return m == other ? 0 : rounded_real(greater.sign, m - other, greater.exponent + 2);
}

static inline real difference_of_reals(real a, real b) { return sum_of_reals(a, b ^ REAL_SIGN); }

static inline real product_of_reals(real a, real b) {
    real_parts x, y;
    split_real(&x, a);
    split_real(&y, b);
    const ulong m = mul_hi(x.m, y.m) | (x.m * y.m != 0 ? 1 : 0);
    return rounded_real(x.sign ^ y.sign, m, x.exponent + y.exponent - 1023 + 1);
}

// Returns 0 if b is 0, unlike a division of doubles.
static inline real quotient_of_reals(real a, real b) {
    real_parts x, y;
    split_real(&x, a);
    split_real(&y, b);
    const ulong divisor = y.m >> 11;
    if (divisor == 0) return 0;
    ulong rest = x.m >> 11, m = rest / divisor;
    rest %= divisor;
    for (uint i = 0; i < 5; ++i) { // each step finds 11 bits of the quotient
        rest <<= 11;
        m = m << 11 | rest / divisor;
        rest %= divisor;
    }
    return rounded_real(x.sign ^ y.sign, m << 1 | (rest != 0 ? 1 : 0), x.exponent - y.exponent + 1023 + 7);
}

static inline bool is_less(real a, real b) {
    const ulong negative = a & b & REAL_SIGN;
    return negative != 0 ? b < a : (long)a < (long)b;
}

static inline bool is_finite(real x) { return (x & ~REAL_SIGN) < REAL_INFINITY; }

static inline real real_of_whole(ulong n) { return rounded_real(0, n, 1023 + 63); }

static inline real real_of_long(long n) {
    return rounded_real(n < 0 ? REAL_SIGN : 0, n < 0 ? ~(ulong)n + 1 : (ulong)n, 1023 + 63);
}

static inline ulong whole_of_real(real x) {
    real_parts parts;
    split_real(&parts, x);
    const int right = 1023 + 63 - parts.exponent;
    return right < 64 ? parts.m >> max(right, 0) : 0;
}

static inline int exponent_of(real x) {
    real_parts parts;
    split_real(&parts, x);
    return parts.exponent - 1023;
}

static inline real times_power_of_2(real x, int power) {
    real_parts parts;
    split_real(&parts, x);
    return rounded_real(parts.sign, parts.m, parts.exponent + power);
}
