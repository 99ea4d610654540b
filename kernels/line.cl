// line: floats in nearly even bins are mapped to a line.
//
// EXACT: edge i is at i, so truncation gives the bin. Otherwise edge i is close to i - 1/2, and rounding gives the bin,
// unless the sample is within MARGIN of an edge between two bins; then a threshold is read. CLEAR = 1/2 - MARGIN.
// src/problem/rule/scale.cpp has the proof.
//
// Worked example: 10 bins over [0, 7). LOWER = 0, SCALE = 10/7, START = -1/2. Sample 2.5 is at 3.07, 0.07 beyond the
// middle of bin 3. Sample 2.1 is at 2.5 or next to it, so thresholds[3] decides.
typedef struct {
    uint bin;   // the bin, for a sample in range that is clear of edges
    uint edge;  // the nearest edge, for any other sample
    bool clear; // whether the sample is clear of edges between bins
} place_on_line;
