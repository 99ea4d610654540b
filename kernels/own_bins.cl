// own_bins: the bin after b of those that a work-item delivers when its work-group ends. With no more bins than
// work-items it has one at most, which is known to the compiler: a loop costs small launches up to 4 % (H200).
#define NEXT_OWN(b, end) (FEW_BINS ? (end) : (b) + WORK_GROUP_SIZE)
