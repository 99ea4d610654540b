// compiler: hints for compilers.
#define UNROLLED _Pragma("unroll") // for a short loop, so that the arrays that it indexes become registers

#ifdef __clang__
#define SELDOM(condition) __builtin_expect(condition, 0)
#define ALWAYS_INLINE __attribute__((always_inline))
#define NOT_INLINE __attribute__((noinline)) // for functions that unrolled loops call seldom
#else
#define SELDOM(condition) (condition)
#define ALWAYS_INLINE
#define NOT_INLINE
#endif

// Prefetches `bytes` bytes from `address` on. A CPU's hardware prefetches neither the first lines of each page nor
// parts of distant rows. OpenCL's prefetch() does nothing in PoCL, so Clang's builtin is used there. Intel's compiler
// for CPUs does not define the macros of its target, and therefore uses prefetch().
#if defined(__clang__) && (defined(__x86_64__) || defined(__aarch64__))
#define PREFETCH(address, bytes) \
    for (uint line = 0; line < (bytes); line += 64) __builtin_prefetch((const void *)((size_t)(address) + line), 0, 3);
#else
#define PREFETCH(address, bytes) prefetch((const __global uchar *)(address), (size_t)(bytes));
#endif

// PoCL before 6 ends the process if the binary of a kernel that requires a work-group size is read while the kernel
// runs. So kernels require no size in PoCL, which compiles for the size of each launch anyway.
#ifdef POCL_DEVICE_ADDRESS_BITS
#define REQUIRED_SIZE(size)
#else
#define REQUIRED_SIZE(size) reqd_work_group_size(size, 1, 1)
#endif

// The whole part of a float or double, as a uint. No caller uses a result of 2^31 or more. Intel's compiler for CPUs
// (__SPIR__) has an instruction to convert a double to int, but calls a function to convert it to uint. So the number
// is first converted to int.
#ifdef __SPIR__
#define UINT_OF(x) ((uint)(int)(x))
#else
#define UINT_OF(x) ((uint)(x))
#endif
