// walk: the blocks of a part that a work-item reads. walk_row.cl has what differs for parts of one row, walk_rows.cl
// for others.

typedef struct {
    SAMPLE x[AXES];
    uchar mask;    // 1 unless MASKED
    WEIGHT weight; // 0 unless WEIGHTED
} element;

typedef struct {
    const geometry *g;
    SAMPLES samples; // at the part's first element
    __global const uchar *mask;
    __global const WEIGHT *weights;
    ulong index; // of the part's first element, in the job
    uint width, rows;
    uint blocks;  // of a row
    uint head;    // of the first row: elements before its blocks …
    bool aligned; // … and whether these start at aligned addresses
    uint singles; // of a row: elements outside its blocks
    uint item;    // this work-item's index among those of the part (in its window's row)
    uint items;
    uint next;   // this work-item's next block, numbered through all rows …
    uint stride; // … and the distance to the one after
    uint end;
    uint full_end;    // of the blocks that have LOADS_IN_FLIGHT left
    uint steps;       // the most blocks of any work-item: the same for all, so the loop may contain a barrier
    uint row, column; // several rows: of the next block
    uint row_stride, column_stride; // several rows: the stride, as rows and columns
} walk;

// A block: the elements [first, last) of a row.
typedef struct {
    uint row, first, last;
    bool aligned;
} span;

// The samples of a row's first element.
static inline SAMPLES row_at(const walk *w, uint row) { return samples_at(w->samples, &w->g->from, row, 0); }
