/* A user's C program: it counts with histo_cl, and here also checks the counts. Exits 0 if the counts are
   right. */

/* The program's own choice: OpenCL 1.2, in which clCreateCommandQueue() makes queues. */
#define CL_TARGET_OPENCL_VERSION 120
#include <histo_cl/histo_cl.h>

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { BINS = 7, POINTS = 6, SIDE = 2 };

static const char phrase[] = "programming massively parallel processors";
static const uint64_t letters[BINS] = {5, 5, 6, 10, 10, 1, 1}; /* a-d, e-h, ..., y-z */

static int failed(const char* what) {
    fprintf(stderr, "%s: %s: %s\n", what, histo_cl_status_name(histo_cl_last_error()),
            histo_cl_last_error_message());
    return 1;
}

static int wrong(const char* what) {
    fprintf(stderr, "%s: wrong counts\n", what);
    return 1;
}

/* Counts letters by the reference and, unless `device` is NULL, in one call with that device. */
static int count_letters(const histo_cl_device* device) {
    const histo_cl_binning axis = histo_cl_even_bins(BINS, histo_cl_i64('a'), histo_cl_i64('a' + 28));
    const histo_cl_problem problem = {.struct_size = sizeof problem, .axes = &axis, .axis_count = 1};
    const histo_cl_host_data data = histo_cl_samples(phrase, strlen(phrase));
    uint64_t counts[BINS] = {0};

    if (histo_cl_reference_histogram(&problem, &data, counts, BINS) != HISTO_CL_OK)
        return failed("histo_cl_reference_histogram");
    if (memcmp(counts, letters, sizeof counts) != 0) return wrong("histo_cl_reference_histogram");
    if (device == NULL) return 0;

    memset(counts, 0, sizeof counts);
    if (histo_cl_histogram(&problem, &data, NULL, device, counts, BINS) != HISTO_CL_OK)
        return failed("histo_cl_histogram");
    return memcmp(counts, letters, sizeof counts) != 0 ? wrong("histo_cl_histogram") : 0;
}

/* Counts points (x, y) into 2 x 2 bins with a plan, on the program's own queue. */
static int count_points(cl_context context, cl_device_id device, cl_command_queue queue) {
    const float points[2 * POINTS] = {0.0F, 0.0F, 0.2F, 0.9F, 0.6F, 0.1F, 1.0F, 1.0F, 0.7F, 0.7F, 1.5F, 0.5F};
    const uint32_t expected[SIDE * SIDE] = {1, 1, 1, 2}; /* the last point is in no bin */
    const histo_cl_binning axes[2] = {histo_cl_even_bins(SIDE, histo_cl_f64(0.0), histo_cl_f64(1.0)),
                                      histo_cl_even_bins(SIDE, histo_cl_f64(0.0), histo_cl_f64(1.0))};
    histo_cl_problem problem = histo_cl_problem_init();
    const histo_cl_shape shape = histo_cl_flat(POINTS);
    histo_cl_job job = histo_cl_job_init();
    histo_cl_plan* plan = NULL;
    cl_event written = NULL;
    cl_event counted = NULL;
    uint32_t counts[SIDE * SIDE] = {0};
    uint64_t bytes = 0;
    cl_int code = CL_SUCCESS;
    int result = 0;

    problem.axes = axes;
    problem.axis_count = 2;
    problem.sample = HISTO_CL_SAMPLE_F32;
    problem.joint = 1;
    problem.last_edge = HISTO_CL_LAST_EDGE_INCLUSIVE;
    if (histo_cl_plan_create(context, device, &problem, NULL, &plan) != HISTO_CL_OK)
        return failed("histo_cl_plan_create");

    if (histo_cl_plan_count_bytes(plan, 1, &bytes) != HISTO_CL_OK || bytes != sizeof counts)
        result = wrong("histo_cl_plan_count_bytes");
    job.shape = &shape;
    job.samples = clCreateBuffer(context, CL_MEM_READ_ONLY, sizeof points, NULL, &code);
    job.counts = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof counts, NULL, &code);
    code = clEnqueueWriteBuffer(queue, job.samples, CL_FALSE, 0, sizeof points, points, 0, NULL, &written);
    if (code != CL_SUCCESS) {
        fprintf(stderr, "clEnqueueWriteBuffer: %s\n", histo_cl_opencl_error_name(code));
        result = 1;
    } else if (histo_cl_plan_enqueue(plan, queue, &job, 1, &written, &counted) != HISTO_CL_OK) {
        result = failed("histo_cl_plan_enqueue");
    } else {
        code = clEnqueueReadBuffer(queue, job.counts, CL_TRUE, 0, sizeof counts, counts, 1, &counted, NULL);
        if (code != CL_SUCCESS || memcmp(counts, expected, sizeof counts) != 0)
            result = wrong("histo_cl_plan_enqueue");
    }

    if (counted != NULL) clReleaseEvent(counted);
    if (written != NULL) clReleaseEvent(written);
    if (job.counts != NULL) clReleaseMemObject(job.counts);
    if (job.samples != NULL) clReleaseMemObject(job.samples);
    histo_cl_plan_release(plan);
    return result;
}

/* A problem with an unknown counter type is refused, and the message names the types that exist. */
static int refuse(void) {
    histo_cl_problem problem = histo_cl_problem_init();
    problem.counter = 9;
    if (histo_cl_problem_validate(&problem) != HISTO_CL_INVALID_ARGUMENT) return wrong("a counter of type 9");
    return strstr(histo_cl_last_error_message(), "u64") == NULL ? wrong("the message") : 0;
}

int main(void) {
    histo_cl_device* device = NULL;
    histo_cl_device_place place = histo_cl_device_place_init();
    histo_cl_device_profile profile = histo_cl_device_profile_init();
    cl_context context = NULL;
    cl_command_queue queue = NULL;
    int result = 0;

    if (strcmp(histo_cl_version(), HISTO_CL_VERSION) != 0) return wrong("histo_cl_version");
    if (refuse() != 0) return 1;

    switch (histo_cl_default_device(&device)) {
    case HISTO_CL_OK: break;
    case HISTO_CL_NO_PLATFORM:
    case HISTO_CL_NO_DEVICE: failed("histo_cl_default_device"); return count_letters(NULL);
    default: return failed("histo_cl_default_device");
    }

    result = count_letters(device);
    if (histo_cl_device_get_place(device, &place) != HISTO_CL_OK ||
        histo_cl_device_get_profile(device, &profile) != HISTO_CL_OK)
        result = failed("histo_cl_device");
    context = clCreateContext(NULL, 1, &place.id, NULL, NULL, NULL);
    queue = context == NULL ? NULL : clCreateCommandQueue(context, place.id, 0, NULL);
    if (queue == NULL) {
        result = wrong("clCreateCommandQueue");
    } else if (result == 0) {
        result = count_points(context, place.id, queue);
    }
    if (result == 0) printf("counted on %s\n", profile.name);

    if (queue != NULL) clReleaseCommandQueue(queue);
    if (context != NULL) clReleaseContext(context);
    histo_cl_device_release(device);
    return result;
}
