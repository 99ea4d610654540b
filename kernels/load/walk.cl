// walk: the blocks of a part that a work-item reads. walk_row.cl has the functions for parts of one row, walk_rows.cl
// those for several rows.

#define UNWEIGHTED 0x3f800000u // the bits of 1.0f: the weight of elements without weights, for split.cl

typedef struct {
    SAMPLE x[AXES];
    uchar mask;             // 1 unless MASKED
    WEIGHT weight[VECTORS]; // UNWEIGHTED without weights
} element;

typedef struct {
    const geometry *g;
    SAMPLES samples; // position of the part's first element
    __global const uchar *mask;
    __global const WEIGHT *weights[VECTORS];
    ulong index; // index of the part's first element in the job
    uint width, rows;
    uint blocks;  // number of blocks of a row
    uint head;    // number of elements of the first row before its blocks
    bool aligned; // whether blocks start at aligned addresses
    uint singles; // number of elements of a row outside its blocks
    uint item;    // this work-item's index among those that count the part in the same window
    uint items;   // number of work-items that count the part
    uint next;    // this work-item's next block, numbered across all rows of the part
    uint stride;  // distance from each block of this work-item to its next
    uint end;
    // The maximum number of blocks per work-item. All work-items have the same value, so a loop of that many steps may
    // contain a barrier.
    uint steps;
    uint row, column;               // if there are several rows: row and column of the next block
    uint row_stride, column_stride; // if there are several rows: the stride in rows and columns
} walk;

// A block: the elements [first, last) of a row.
typedef struct {
    uint row, first, last;
    bool aligned;
} span;

// The position of a row's first element.
static inline SAMPLES row_at(const walk *w, uint row) { return samples_at(w->samples, &w->g->from, row, 0); }
