/* A user's C program: it counts with histo_cl, and here also checks the counts. Exits 0 if the counts are
   right. */

/* The program's own choice: OpenCL 1.2, in which clCreateCommandQueue() makes queues. */
#define CL_TARGET_OPENCL_VERSION 120
#include <histo_cl/histo_cl.h>

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { BINS = 7 };

static const char phrase[] = "programming massively parallel processors";
static const uint64_t letters[BINS] = {5, 5, 6, 10, 10, 1, 1}; /* a-d, e-h, ..., y-z */

/* Reports a call of the library that failed or returned other counts than those of the letters. Returns 1. */
static int failed(const char* what) {
    fprintf(stderr, "%s: %s: %s\n", what, histo_cl_status_name(histo_cl_last_error()),
            histo_cl_last_error_message());
    return 1;
}

/* Counts the letters with a plan, on the program's own queue. */
static int count_by_plan(const histo_cl_problem* problem, cl_device_id device) {
    uint64_t counts[BINS] = {0};
    const histo_cl_shape shape = histo_cl_flat(sizeof phrase - 1);
    histo_cl_job job = histo_cl_job_init();
    histo_cl_plan* plan = NULL;
    histo_cl_status status = HISTO_CL_OK;
    const cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    const cl_command_queue queue = clCreateCommandQueue(context, device, 0, NULL);

    job.shape = &shape;
    job.samples = clCreateBuffer(context, CL_MEM_READ_ONLY, sizeof phrase, NULL, NULL);
    clEnqueueWriteBuffer(queue, job.samples, CL_TRUE, 0, sizeof phrase, phrase, 0, NULL, NULL);
    status = histo_cl_plan_create(context, device, problem, NULL, &plan);
    if (status == HISTO_CL_OK) status = histo_cl_plan_count(plan, queue, &job, 0, NULL, counts, BINS);

    histo_cl_plan_release(plan);
    clReleaseMemObject(job.samples);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return status != HISTO_CL_OK || memcmp(counts, letters, sizeof counts) != 0 ? failed("a plan") : 0;
}

int main(void) {
    const histo_cl_binning axis = histo_cl_even_bins(BINS, histo_cl_i64('a'), histo_cl_i64('a' + 28));
    const histo_cl_host_data data = histo_cl_samples(phrase, strlen(phrase));
    histo_cl_problem problem = {.struct_size = sizeof problem, .axes = &axis, .axis_count = 1};
    histo_cl_device_handles handles = histo_cl_device_handles_init();
    histo_cl_device* device = NULL;
    uint64_t counts[BINS] = {0};
    int result = 0;

    if (strcmp(histo_cl_version(), HISTO_CL_VERSION) != 0) return failed("histo_cl_version");
    problem.counter = 9; /* an unknown type: the message names those that exist */
    if (histo_cl_problem_validate(&problem) != HISTO_CL_INVALID_ARGUMENT ||
        strstr(histo_cl_last_error_message(), "u64") == NULL)
        return failed("a counter of type 9");
    problem.counter = HISTO_CL_COUNTER_U32;
    if (histo_cl_reference_histogram(&problem, &data, counts, BINS) != HISTO_CL_OK ||
        memcmp(counts, letters, sizeof counts) != 0)
        return failed("histo_cl_reference_histogram");

    switch (histo_cl_default_device(&device)) {
    case HISTO_CL_OK: break;
    case HISTO_CL_NO_PLATFORM:
    case HISTO_CL_NO_DEVICE: failed("histo_cl_default_device"); return 0;
    default: return failed("histo_cl_default_device");
    }
    memset(counts, 0, sizeof counts);
    if (histo_cl_histogram(&problem, &data, NULL, device, counts, BINS) != HISTO_CL_OK ||
        memcmp(counts, letters, sizeof counts) != 0)
        result = failed("histo_cl_histogram");
    else if (histo_cl_device_get_handles(device, &handles) != HISTO_CL_OK)
        result = failed("histo_cl_device_get_handles");
    else
        result = count_by_plan(&problem, handles.id);
    histo_cl_device_release(device);
    return result;
}
