// Kernels used to time a histogram.

/// Does nothing; its time is the cost of a launch.
kernel void empty(global uint* result) {}

/// Keeps the device busy, so that the host can queue the timed commands behind it.
kernel void occupy(global uint* result, uint steps) {
    uint x = steps | 1;
    for (uint i = 0; i < steps; ++i) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
    }
    result[0] = x;
}
