// words_of_samples: 8- and 16-bit samples are loaded as words and extracted by shifts, which is cheaper than the code
// that compilers generate for vectors of them.

// The bits of a word that begin `at` bits after its start in memory, in the low bits of the result. Higher bits are
// undefined.
#ifdef __ENDIAN_LITTLE__
#define BITS_OF_WORD(word, at, bits) ((word) >> (at))
#else
#define BITS_OF_WORD(word, at, bits) ((word) >> (32 - (bits) - (at)))
#endif
#define SAMPLE_OF_WORD(word, at) AS_SAMPLE((UNSIGNED)BITS_OF_WORD(word, at, SAMPLE_BITS))
