// load_gaps: loads an element whose first sample is not at the start of an aligned word of STRIDE samples. The whole
// word is loaded, including the gap before the element, and then shifted to begin with the element's first sample.
#define GAP_BEFORE(at) ((uint)((size_t)(at) / sizeof(SAMPLE)) % STRIDE)
#ifdef __ENDIAN_LITTLE__
#define WITHOUT_GAP(words, samples) ((words) >> (samples)*SAMPLE_BITS)
#else
#define WITHOUT_GAP(words, samples) ((words) << (samples)*SAMPLE_BITS)
#endif
#define LOAD_ALIGNED(p) WITHOUT_GAP(*(__global const LOAD *)((p)-GAP_BEFORE(p)), GAP_BEFORE(p))
