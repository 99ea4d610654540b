// load_gaps: for elements with gaps between them. An aligned vector begins GAP_BEFORE samples before its first element,
// at a multiple of STRIDE samples. It is loaded from there, and shifted so that it begins with the element's first
// sample.
#define GAP_BEFORE(at) ((uint)((size_t)(at) / sizeof(SAMPLE)) % STRIDE)
#ifdef __ENDIAN_LITTLE__
#define WITHOUT_GAP(words, samples) ((words) >> (samples)*SAMPLE_BITS)
#else
#define WITHOUT_GAP(words, samples) ((words) << (samples)*SAMPLE_BITS)
#endif
#define LOAD_ALIGNED(p) WITHOUT_GAP(*(__global const LOAD *)((p)-GAP_BEFORE(p)), GAP_BEFORE(p))
