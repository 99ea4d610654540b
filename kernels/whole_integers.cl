// whole_integers: counts are whole numbers.
#define as_double_bits(n) (n)
#define as_whole(n) (n)
