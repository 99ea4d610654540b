// compiler: hints for compilers.
#define UNROLLED _Pragma("unroll") // before a loop over a few: their values become registers

#ifdef __clang__
#define SELDOM(condition) __builtin_expect(condition, 0)
#define ALWAYS_INLINE __attribute__((always_inline))
#else
#define SELDOM(condition) (condition)
#define ALWAYS_INLINE
#endif

// PoCL's compiler prefers 256-bit vectors on any CPU with 512-bit ones. It warns about a loop that its first passes do
// not vectorize, although the last pass does.
#if defined(POCL_DEVICE_ADDRESS_BITS) && defined(__AVX512F__)
#pragma clang diagnostic ignored "-Wpass-failed"
#define WIDE_VECTORS __attribute__((min_vector_width(512)))
#define WIDE_LOOP _Pragma("clang loop vectorize_width(COUNT_VALUES ? 32 : 16)")
#else
#define WIDE_VECTORS
#define WIDE_LOOP
#endif

// Intel's compiler for CPUs vectorizes loops of wide samples, not of bytes that become words.
#ifdef __SPIR__
#define VECTORIZES_NARROW_LOOPS 0
#else
#define VECTORIZES_NARROW_LOOPS 1
#endif

// Prefetches so many bytes, which a CPU does not do by itself for the first lines of each page, nor for parts of rows
// that are far apart. OpenCL's prefetch() does nothing in PoCL; Intel's compiler for CPUs does not know its target.
#if defined(__clang__) && (defined(__x86_64__) || defined(__aarch64__))
#define PREFETCH(address, bytes) \
    for (uint line = 0; line < (bytes); line += 64) __builtin_prefetch((const void *)((size_t)(address) + line), 0, 3);
#else
#define PREFETCH(address, bytes) prefetch((const __global uchar *)(address), bytes);
#endif

// PoCL before 6 ends the process if the binary of a kernel that requires a size is read while the kernel runs. It
// compiles for each launch's size anyway.
#ifdef POCL_DEVICE_ADDRESS_BITS
#define REQUIRED_SIZE(size)
#else
#define REQUIRED_SIZE(size) reqd_work_group_size(size, 1, 1)
#endif
