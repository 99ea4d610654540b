// no_bins: elements are spread by split.cl, which needs no bins of samples.
#define BIN(axis, x, i, p) 0u
#define FIND_QUICKLY(axis, bin, x, i, p) true
#define BIN_OR_SPARE(axis, bin) (bin)
