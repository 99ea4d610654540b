// expression: functions for expressions of custom bins. OpenCL C leaves some operations undefined; these functions
// return the same value on every device and on the host (src/problem/expression/evaluate.cpp): integers wrap, division
// and remainder by 0 are 0, shifts use the low bits of their count, and conversions from floats saturate (NaN becomes
// 0). Names are <function>_<type>; S is a signed type, U the unsigned type of the same size.

#define EXPRESSION_INTEGERS(S, U)                                                                            \
    static inline S negate_##S(S a) { return as_##S(-as_##U(a)); }                                           \
    static inline S add_##S(S a, S b) { return as_##S(as_##U(a) + as_##U(b)); }                              \
    static inline S subtract_##S(S a, S b) { return as_##S(as_##U(a) - as_##U(b)); }                         \
    static inline S multiply_##S(S a, S b) { return as_##S(as_##U(a) * as_##U(b)); }                         \
    static inline S divide_##S(S a, S b) { return b == 0 ? 0 : b == -1 ? negate_##S(a) : a / b; }            \
    static inline U divide_##U(U a, U b) { return b == 0 ? 0 : a / b; }                                      \
    static inline S remainder_##S(S a, S b) { return b == 0 || b == -1 ? 0 : a % b; }                        \
    static inline U remainder_##U(U a, U b) { return b == 0 ? 0 : a % b; }                                   \
    static inline U shift_left_##U(U a, uint by) { return a << (by % (8 * sizeof(U))); }                     \
    static inline S shift_left_##S(S a, uint by) { return as_##S(shift_left_##U(as_##U(a), by)); }           \
    static inline U shift_right_##U(U a, uint by) { return a >> (by % (8 * sizeof(U))); }                    \
    static inline S shift_right_##S(S a, uint by) { return a >> (by % (8 * sizeof(S))); }                    \
    static inline U abs_##S(S a) { return a < 0 ? -as_##U(a) : as_##U(a); }                                  \
    static inline U abs_diff_##S(S a, S b) { return a < b ? as_##U(b) - as_##U(a) : as_##U(a) - as_##U(b); } \
    static inline U clz_##U(U a) { return a == 0 ? 8 * sizeof(U) : clz(a); }

EXPRESSION_INTEGERS(int, uint)
EXPRESSION_INTEGERS(long, ulong)

// END is the smallest power of two above the integer's maximum.
#define EXPRESSION_TO_SIGNED(F, S, MIN_VALUE, MAX_VALUE, END) \
    static inline S F##_to_##S(F a) { return a >= END ? MAX_VALUE : a > -END ? (S)a : a <= -END ? MIN_VALUE : 0; }
#define EXPRESSION_TO_UNSIGNED(F, U, MAX_VALUE, END) \
    static inline U F##_to_##U(F a) { return a >= END ? MAX_VALUE : a > 0 ? (U)a : 0; }

// Floats of WHOLE and above are integers. Rounding is computed here, because some drivers round by a conversion to an
// integer, which is undefined for large floats. hidden_<type> combines its argument with a 0 that is unknown at compile
// time, so that the compiler cannot evaluate a built-in function of a constant NaN or of a large constant itself.
// Conditional expressions with copysign() are avoided: Rusticl of Mesa 25.0 computes wrong values from some of them.
#define EXPRESSION_FLOATS(F, BITS, SUFFIX, WHOLE)                                              \
    EXPRESSION_TO_SIGNED(F, int, INT_MIN, INT_MAX, 0x1p31##SUFFIX)                             \
    EXPRESSION_TO_SIGNED(F, long, LONG_MIN, LONG_MAX, 0x1p63##SUFFIX)                          \
    EXPRESSION_TO_UNSIGNED(F, uint, UINT_MAX, 0x1p32##SUFFIX)                                  \
    EXPRESSION_TO_UNSIGNED(F, ulong, ULONG_MAX, 0x1p64##SUFFIX)                                \
    static inline F rint_##F(F a) {                                                            \
        const F apart = fabs(a) < WHOLE ? WHOLE : 0;                                           \
        return copysign((fabs(a) + apart) - apart, a);                                         \
    }                                                                                          \
    static inline F floor_##F(F a) { return rint_##F(a) > a ? rint_##F(a) - 1 : rint_##F(a); } \
    static inline F ceil_##F(F a) { return -floor_##F(-a); }                                   \
    static inline F trunc_##F(F a) { return copysign(floor_##F(fabs(a)), a); }                 \
    static inline F round_##F(F a) {                                                           \
        const F toward_0 = trunc_##F(a);                                                       \
        return fabs(a - toward_0) >= 0.5f ? toward_0 + copysign((F)1, a) : toward_0;           \
    }                                                                                          \
    static inline F hidden_##F(F a, BITS zero) { return as_##F(as_##BITS(a) ^ zero); }

EXPRESSION_FLOATS(float, uint, f, 0x1p23f)
