// problem: the values that are passed to every stage. All problems of a kind use the same program. They differ only in
// the thresholds of their axes and in numbers. The host passes the numbers in the order in which it defines their names
// (BINS, FIRST_KEY, LOWER …).

#define NO_BIN 0xffffffffu

typedef struct {
    uint at[NUMBERS];
} numbers;

typedef struct {
    numbers n;
    __global const KEY *thresholds;
} problem;

#define NUMBER(i) (p->n.at[i])
#define WIDE_NUMBER(i) ((ulong)p->n.at[(i) + 1] << 32 | p->n.at[i])
#define THRESHOLD(i) (p->thresholds[FIRST_THRESHOLD + (i)])

// The files bin_*.cl are compiled once for each axis: OF_AXIS(bin_of) is bin_of_0 for axis 0.
#define JOIN_EXPANDED(name, axis) name##_##axis
#define JOIN(name, axis) JOIN_EXPANDED(name, axis)
#define OF_AXIS(name) JOIN(name, AXIS)
