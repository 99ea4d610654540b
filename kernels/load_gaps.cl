// load_gaps: an element that lies in aligned memory of its stride's size, but not at its beginning, is loaded with the
// gap before it. Its word is then shifted to begin with its own first sample.
#define GAP_BEFORE(at) ((uint)((size_t)(at) / sizeof(SAMPLE)) % STRIDE)
#ifdef __ENDIAN_LITTLE__
#define WITHOUT_GAP(words, samples) ((words) >> (samples)*SAMPLE_BITS)
#else
#define WITHOUT_GAP(words, samples) ((words) << (samples)*SAMPLE_BITS)
#endif
#define LOAD_ALIGNED(p) WITHOUT_GAP(*(__global const LOAD *)((p)-GAP_BEFORE(p)), GAP_BEFORE(p))
