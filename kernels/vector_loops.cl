// vector_loops: what loops over a block of samples tell PoCL's compiler.

#if defined(__AVX512F__)
#define VECTOR_BYTES 64
#elif defined(__AVX2__)
#define VECTOR_BYTES 32
#else
#define VECTOR_BYTES 16
#endif

// PoCL's compiler prefers 256-bit vectors on any CPU with 512-bit ones, and since LLVM 16 it takes vectors of two
// elements for loops over narrow types, five times slower. So a loop says what it is vectorized by, in elements of so
// many bytes. The compiler warns about a loop that its first passes do not vectorize, although the last pass does.
//
// Vector loops read constants under masks. While nothing else has read their page, an x86 processor takes hundreds of
// cycles for each such read whose mask is empty. So a constant is read before each block.
#ifdef POCL_DEVICE_ADDRESS_BITS
#pragma clang diagnostic ignored "-Wpass-failed"
#define WIDE_VECTORS __attribute__((min_vector_width(8 * VECTOR_BYTES)))
#define PRAGMA(text) _Pragma(#text)
#define VECTOR_LOOP(bytes) PRAGMA(clang loop vectorize_width(VECTOR_BYTES / (bytes)))
__constant uint constant_of_page = 1;
#define READ_CONSTANTS (void)*(volatile __constant uint *)&constant_of_page;
#else
#define WIDE_VECTORS
#define VECTOR_LOOP(bytes)
#define READ_CONSTANTS
#endif

// Intel's compiler for CPUs vectorizes loops of wide samples, not of bytes that become words.
#ifdef __SPIR__
#define VECTORIZES_NARROW_LOOPS 0
#else
#define VECTORIZES_NARROW_LOOPS 1
#endif
