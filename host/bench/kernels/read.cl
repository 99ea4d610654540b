// Measures the read ceiling: the kernel only loads, 16 bytes at a time, with four loads in flight. The result
// is almost never written, but the compiler cannot know that.

kernel void read_all(global const uint4* words, ulong count, uint unlikely, global uint* result) {
    const ulong items = get_global_size(0);
    ulong i = get_global_id(0);
    uint4 a = 0;
    uint4 b = 0;
    uint4 c = 0;
    uint4 d = 0;
    for (; i + 3 * items < count; i += 4 * items) {
        a ^= words[i];
        b ^= words[i + items];
        c ^= words[i + 2 * items];
        d ^= words[i + 3 * items];
    }
    for (; i < count; i += items)
        a ^= words[i];
    a ^= b ^ c ^ d;
    // This is almost never true, and harmless if it is.
    if ((a.x ^ a.y ^ a.z ^ a.w) == unlikely) result[0] = a.x;
}
