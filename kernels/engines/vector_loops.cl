// vector_loops: hints to compilers for CPUs, for loops over a block of samples.

#if defined(__AVX512F__)
#define VECTOR_BYTES 64
#elif defined(__AVX2__)
#define VECTOR_BYTES 32
#else
#define VECTOR_BYTES 16
#endif

// On CPUs with 512-bit vectors, PoCL's compiler prefers 256-bit ones, and since LLVM 16 it uses vectors of only two
// elements for loops over narrow types, which is five times slower. VECTOR_LOOP(bytes) requests full vectors for the
// next loop, whose elements have that many bytes. The compiler then warns about loops that its first passes do not
// vectorize, although the last pass does.
//
// Vector loops read constants by masked loads. Until another load has touched the page of the constants, each load with
// an empty mask takes an x86 processor hundreds of cycles. So READ_CONSTANTS, which reads a constant, precedes each
// block.
//
// Intel's compiler for CPUs unrolls loops before it vectorizes them, unless ROLLED_LOOP or VECTOR_LOOP precedes them.
// After unrolling, it assembles vectors by shuffles and stores them through masks, and later loads of these values
// stall. But the compiler vectorizes loops over narrow samples only if they are unrolled, and never the loops that find
// pairs of bytes.
#if defined(__SPIR__) && KEY_BITS >= 32
#define ROLLED_LOOP _Pragma("clang loop unroll(disable)")
#else
#define ROLLED_LOOP
#endif
#ifdef __SPIR__
#define VECTORIZES_NARROW_LOOPS 0
#else
#define VECTORIZES_NARROW_LOOPS 1
#endif

#ifdef POCL_DEVICE_ADDRESS_BITS
#pragma clang diagnostic ignored "-Wpass-failed"
#define WIDE_VECTORS __attribute__((min_vector_width(8 * VECTOR_BYTES)))
#define PRAGMA(text) _Pragma(#text)
#define VECTOR_LOOP(bytes) PRAGMA(clang loop vectorize_width(VECTOR_BYTES / (bytes)))
__constant uint constant_of_page = 1;
#define READ_CONSTANTS (void)*(volatile __constant uint *)&constant_of_page;
#else
#define WIDE_VECTORS
#define VECTOR_LOOP(bytes) ROLLED_LOOP
#define READ_CONSTANTS
#endif
