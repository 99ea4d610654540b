// A histogram with its edges in plain C.
//
//     gcc -std=c11 c_histogram.c -lhisto_cl
//
// It prints
//
//     [0.00, 0.25)  1
//     [0.25, 0.50)  2
//     [0.50, 0.75)  0
//     [0.75, 1.00)  1

#include <histo_cl/histo_cl.h>

#include <stdio.h>

enum { BINS = 4 };

int main(void) {
    const float samples[] = {0.1f, 0.3f, 0.3f, 0.9f, 1.5f};
    const histo_cl_binning axis = histo_cl_even_bins(BINS, histo_cl_f64(0), histo_cl_f64(1));
    const histo_cl_problem problem = {
        .struct_size = sizeof problem, .axes = &axis, .axis_count = 1, .sample = HISTO_CL_SAMPLE_F32};
    const histo_cl_host_data data = histo_cl_samples(samples, sizeof samples);
    uint64_t counts[BINS];
    double edges[BINS + 1];

    // NULL: default options, default device
    if (histo_cl_histogram(&problem, &data, NULL, NULL, counts, BINS) != HISTO_CL_OK ||
        histo_cl_problem_edges(&problem, 0, edges, BINS + 1, NULL) != HISTO_CL_OK) {
        fprintf(stderr, "%s\n", histo_cl_last_error_message());
        return 1;
    }
    for (int bin = 0; bin < BINS; ++bin)
        printf("[%.2f, %.2f)  %d\n", edges[bin], edges[bin + 1], (int)counts[bin]);
    return 0;
}
