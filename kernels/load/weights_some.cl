// weights_some: elements have weights. The macros set the weights of vector v:
//
//     BEGIN_WEIGHTS       of the walk w: the position of the weight of the first element of the part p
//     FETCH_WEIGHT        of the element e in row `row` and column x of the walk w
//     WEIGHTS_OF_BLOCK    by vectors: of the block b, whose elements are those of the span s
//     WEIGHTS_AT          by loops: the position o of the weight of the element in row `row` and column x
//     WEIGHT_AFTER        by loops: of the element e, n places after the position o
//     FETCH_WEIGHTS       by loops: prefetches the weights of elements from the position o on
#define BEGIN_WEIGHTS(v) \
    w->weights[v] = g->weights[v] + g->first_weight[v] + p->y * g->weight_row + p->x * WEIGHT_STEP(g);
#define FETCH_WEIGHT(v) e->weight[v] = w->weights[v][row * w->g->weight_row + x * WEIGHT_STEP(w->g)];

static inline WEIGHTS weights_at(__global const WEIGHT *first, ulong step) { return LOAD_WEIGHTS(first, step); }
#define WEIGHTS_OF_BLOCK(v) \
    b->weight[v] =          \
        weights_at(w->weights[v] + s->row * w->g->weight_row + s->first * WEIGHT_STEP(w->g), WEIGHT_STEP(w->g));

#define WEIGHTS_AT(v) o->weights[v] = w->weights[v] + row * w->g->weight_row + x * WEIGHT_STEP(w->g);
#define WEIGHT_AFTER(v) e->weight[v] = o->weights[v][n * WEIGHT_STEP(w->g)];
// Weights are not prefetched if all elements of a row share one, or if they are far apart.
#define FETCH_WEIGHTS(v) \
    if (WEIGHT_STEP(w->g) <= 8) FETCH(o->weights[v], (uint)WEIGHT_STEP(w->g), WEIGHT)
