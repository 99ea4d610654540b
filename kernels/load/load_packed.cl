// load_packed: elements follow one another without gaps.
#define LOAD_ALIGNED(p) (*(__global const LOAD *)(p))
