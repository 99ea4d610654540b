// whole_integers: counts of elements are integers, so they need no conversion.
#define as_counter(n) (n)
#define as_whole(n) (n)
