#ifndef HISTO_CL_BENCH_PEER_FUNCTION_H
#define HISTO_CL_BENCH_PEER_FUNCTION_H

/* The type of your own histogram function, for --peer NAME=LIBRARY.so:SYMBOL of histo_cl_bench cpu. */

/* NOLINTBEGIN(modernize-deprecated-headers, modernize-use-using): for C too */
#include <stddef.h>
#include <stdint.h>

/* Adds each of `count` samples in [lower, upper) to counts[0 … bins - 1], which are even bins over that
   range. `sample` is the type's name: "u8", "f32" and so on. Called from several threads at once, each with
   its own samples and zeroed counts. Returns 0, or another value if it does not support the samples or
   bins; it is first called with count 0. A float sample next to an edge may be in the neighbouring bin. */
typedef int (*histo_cl_peer_function)(const char* sample, const void* samples, size_t count, uint32_t bins,
                                      double lower, double upper, uint32_t* counts);
/* NOLINTEND(modernize-deprecated-headers, modernize-use-using) */

#endif
