// weights_none: elements have no weights. Defines the same names as weights_some.cl.
#define BEGIN_WEIGHTS(v) w->weights[v] = g->weights[v];
#define FETCH_WEIGHT(v) e->weight[v] = UNWEIGHTED;
#define WEIGHTS_OF_BLOCK(v) b->weight[v] = (WEIGHTS)(WEIGHT)UNWEIGHTED;
#define WEIGHTS_AT(v) o->weights[v] = w->weights[v];
#define WEIGHT_AFTER(v) e->weight[v] = UNWEIGHTED;
#define FETCH_WEIGHTS(v)
