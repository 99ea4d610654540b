// real_native: a real is a double. For make_maps.cl and summarize.cl. Each operation is rounded separately, without
// contraction. real_of_bits.cl defines the same names for devices without doubles.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

typedef double real;
#define REAL_0 0.0
#define REAL_1 1.0
#define REAL_INFINITY INFINITY
#define MINUS_REAL_INFINITY (-INFINITY)

static inline real sum_of_reals(real a, real b) { return a + b; }
static inline real difference_of_reals(real a, real b) { return a - b; }
static inline real product_of_reals(real a, real b) { return a * b; }
static inline real quotient_of_reals(real a, real b) { return a / b; }
static inline bool is_less(real a, real b) { return a < b; }
static inline bool is_finite(real x) { return isfinite(x); }
static inline real real_of_whole(ulong n) { return (double)n; }
static inline ulong whole_of_real(real x) { return (ulong)x; } // x must be at least 0
static inline int exponent_of(real x) { return ilogb(x); }
static inline real times_power_of_2(real x, int power) { return ldexp(x, power); }
