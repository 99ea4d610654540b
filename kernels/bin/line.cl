// line: floats in nearly even bins are mapped linearly to places on a line.
//
// If EXACT, edge i is at place i, and the bin is the truncated place. Otherwise edge i is close to i - 1/2, and the bin
// is the place rounded to the nearest integer. The bin is certain only if the place is closer to that integer than
// CLEAR, which is below 1/2; otherwise a threshold decides. src/problem/rule/scale.cpp has the proof.
//
// Worked example: 10 bins over [0, 7). LOWER = 0, SCALE = 10/7, START = -1/2. Sample 2.5 is at 3.07, 0.07 beyond the
// middle of bin 3. Sample 2.1 is at 2.5 or next to it, so thresholds[3] decides.
typedef struct {
    uint bin;   // the bin of a sample that is in range and clear of edges
    uint edge;  // for other samples: the edge to compare with; if EXACT, the bin
    bool clear; // whether the sample is clear of edges between bins
} place_on_line;
