// gather_weights: copies the weights of the listed elements, in the order of the list. WEIGHT: an unsigned integer of a
// weight's size.
__kernel void gather_weights(LIST_PARAMETERS __global const WEIGHT *weights, ulong first_weight, ulong weight_step,
                             ulong count, __global WEIGHT *listed) {
    const size_t n = get_global_id(0);
    if (n >= count) return;
    const ulong element = ELEMENT_AT(n);
    listed[n] = EXISTS(element) ? weights[first_weight + element * weight_step] : 0;
}
