// Generates a data set on the device, one sample per work-item. SAMPLE is the unsigned type of a sample's
// size.

kernel void generate(global SAMPLE* samples, ulong count, struct DataShape shape, global const ulong* table) {
    const ulong index = get_global_id(0);
    if (index < count) samples[index] = (SAMPLE)shape_bits(shape, index, table);
}
