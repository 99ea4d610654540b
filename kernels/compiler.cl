// compiler: hints for compilers.
#define UNROLLED _Pragma("unroll") // before a loop over a few: their values become registers

#ifdef __clang__
#define SELDOM(condition) __builtin_expect(condition, 0)
#define ALWAYS_INLINE __attribute__((always_inline))
#else
#define SELDOM(condition) (condition)
#define ALWAYS_INLINE
#endif

// PoCL's compiler prefers 256-bit vectors on any CPU with 512-bit ones, and since LLVM 16 it takes vectors of two
// elements for loops over narrow types, five times slower. So a loop says what it is vectorized by, in elements of so
// many bytes. The compiler warns about a loop that its first passes do not vectorize, although the last pass does.
#if defined(__AVX512F__)
#define VECTOR_BYTES 64
#elif defined(__AVX2__)
#define VECTOR_BYTES 32
#else
#define VECTOR_BYTES 16
#endif
#ifdef POCL_DEVICE_ADDRESS_BITS
#pragma clang diagnostic ignored "-Wpass-failed"
#define WIDE_VECTORS __attribute__((min_vector_width(8 * VECTOR_BYTES)))
#define PRAGMA(text) _Pragma(#text)
#define VECTOR_LOOP(bytes) PRAGMA(clang loop vectorize_width(VECTOR_BYTES / (bytes)))
#else
#define WIDE_VECTORS
#define VECTOR_LOOP(bytes)
#endif

// Vector loops read constants under masks. While nothing else has read their page, an x86 processor takes hundreds of
// cycles for each such read whose mask is empty. So a kernel reads a constant first.
#ifdef POCL_DEVICE_ADDRESS_BITS
__constant uint constant_of_page = 1;
#define READ_CONSTANTS (void)*(volatile __constant uint *)&constant_of_page;
#else
#define READ_CONSTANTS
#endif

// A CPU does not prefetch by itself the first lines of each page, nor parts of rows that are far apart. OpenCL's
// prefetch() does nothing in PoCL. Other targets of Clang lack this one.
#if defined(__clang__) && (defined(__x86_64__) || defined(__aarch64__))
#define PREFETCH(address) __builtin_prefetch((const void *)(size_t)(address), 0, 3);
#else
#define PREFETCH(address)
#endif

// PoCL before 6 ends the process if the binary of a kernel that requires a size is read while the kernel runs. It
// compiles for each launch's size anyway.
#ifdef POCL_DEVICE_ADDRESS_BITS
#define REQUIRED_SIZE(size)
#else
#define REQUIRED_SIZE(size) reqd_work_group_size(size, 1, 1)
#endif
