// bins: samples are binned as they are counted.
#define BIN(axis, x, i, p) bin_of_##axis(x, i, p)
#define FIND_QUICKLY(axis, bin, x, i, p) find_quickly_##axis(bin, x, i, p)
