// zero_counts: sets `words` 32-bit words of the counts to zero before the first round of partitioned.cl, faster than
// clEnqueueFillBuffer (docs/notes/gpu.md).
__kernel void zero_counts(__global uint *counts, uint words) {
    const uint items = (uint)get_global_size(0);
    for (uint i = (uint)get_global_id(0); i < words; i += min(items, words - i)) counts[i] = 0;
}
