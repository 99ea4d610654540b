// block: holds the elements of a block. Their samples are in consecutive vectors if channels are interleaved, else in a
// vector per axis.
#define VECTOR_MEMBER(n) VECTOR_TYPE(n) v##n;
typedef struct {
    EACH_VECTOR(VECTOR_MEMBER)
    MASKS mask;              // 1 unless MASKED
    WEIGHTS weight[VECTORS]; // UNWEIGHTED without weights
} block;
