// compiler: hints for CPUs. An 8-bit counter seldom wraps, and loops over whole blocks need a constant trip count.
#ifdef __clang__
#define SELDOM(condition) __builtin_expect(condition, 0)
#define ALWAYS_INLINE __attribute__((always_inline))
#else
#define SELDOM(condition) (condition)
#define ALWAYS_INLINE
#endif
