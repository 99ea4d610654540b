// own_bins: NEXT_OWN is the next bin after b that a work-item delivers when its work-group ends. With FEW_BINS a
// work-item has at most one bin, so there is no loop, which would cost small launches up to 4 % (H200).
#define NEXT_OWN(b, end) (FEW_BINS ? (end) : (b) + WORK_GROUP_SIZE)
