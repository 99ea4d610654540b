#pragma once

#include "histo_cl/auto_bins.hpp"
#include "histo_cl/decision.hpp"
#include "histo_cl/device_profile.hpp"
#include "histo_cl/histo_cl.h"
#include "histo_cl/host_data.hpp"
#include "histo_cl/options.hpp"
#include "histo_cl/plan.hpp"
#include "histo_cl/problem.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Conversions between the structs of the C API and the types of the C++ API. Unless stated otherwise,
// conversions to C++ throw Error(invalid_argument) for NULL. Conversions also throw it for an invalid
// struct_size, for values that an enumeration does not have, for arrays that are too long, and for members
// that exclude each other. `what` names the argument in the message. Other checks are left to the C++
// functions that get the result.

namespace histo_cl::c_api {

[[nodiscard]] Binning to_binning(const histo_cl_binning* given, const std::string& what);
[[nodiscard]] Problem to_problem(const histo_cl_problem* given);
/// One of the caller's axes. The axis must exist. The distance between axes in memory is the struct_size of
/// the first axis.
[[nodiscard]] const histo_cl_binning* axis_at(const histo_cl_problem& given, std::size_t axis) noexcept;
/// The result points into the caller's offsets.
[[nodiscard]] Shape to_shape(const histo_cl_shape* given, std::string_view what);
/// NULL means the defaults.
[[nodiscard]] Options to_options(const histo_cl_options* given);
[[nodiscard]] DeviceProfile to_profile(const histo_cl_device_profile* given);
[[nodiscard]] std::vector<Rejection> to_rejections(const histo_cl_rejection* given, std::size_t count);
/// The storage that the spans of a job point to.
struct JobParts {
    std::vector<ArrayBuffer> arrays;
    std::vector<WeightBuffer> weight_vectors;
};
/// Writes the job's arrays and weight vectors to `parts`. The result points into `parts` and into the
/// caller's offsets.
[[nodiscard]] Job to_job(const histo_cl_job* given, JobParts& parts);
/// The memory that `object` or `pointer` refers to. At least one of them must be NULL.
[[nodiscard]] Memory to_memory(cl_mem object, const histo_cl_pointer& pointer, std::string_view what);
/// The caller's events. `wait` may be NULL only if the count is 0.
[[nodiscard]] std::span<const cl_event> to_wait_list(const cl_event* wait, std::size_t count);
/// The storage that `arrays` and `weight_vectors` of host data point to.
struct DataParts {
    std::vector<HostArray> arrays;
    std::vector<HostArray> weight_vectors;
};
/// The result points into the caller's memory and into `parts`. A layout in rows needs a shape.
[[nodiscard]] HostData to_host_data(const histo_cl_host_data* given, const Problem& problem,
                                    DataParts& parts);

[[nodiscard]] histo_cl_number to_c_number(const Number& number) noexcept;
/// Writes the edges to `edges`. The result points into the binning and into `edges`.
[[nodiscard]] histo_cl_binning to_c(const Binning& binning, std::vector<histo_cl_number>& edges);

/// A C struct that describes a problem. It points into the problem, which must not be changed, moved or
/// destroyed.
class ProblemView {
  public:
    explicit ProblemView(const Problem& problem);
    ProblemView(const ProblemView&) = delete;
    ProblemView& operator=(const ProblemView&) = delete;
    ~ProblemView() = default;

    [[nodiscard]] const histo_cl_problem& get() const noexcept { return problem_; }

  private:
    std::vector<std::vector<histo_cl_number>> edges_;
    std::vector<histo_cl_binning> axes_;
    std::vector<histo_cl_array> arrays_;
    histo_cl_problem problem_;
};

/// The result points into the profile.
[[nodiscard]] histo_cl_device_profile to_c(const DeviceProfile& profile) noexcept;

[[nodiscard]] SampleSummary to_summary(const histo_cl_sample_summary* given);
[[nodiscard]] histo_cl_sample_summary to_c(const SampleSummary& summary) noexcept;

/// The result points into `rejections`.
[[nodiscard]] std::vector<histo_cl_rejection> to_c(const std::vector<Rejection>& rejections);
/// The result points into the decision and into `rejections`, which must hold the rejections of the decision.
[[nodiscard]] histo_cl_decision_fields to_c(const Decision& decision,
                                            const std::vector<histo_cl_rejection>& rejections) noexcept;

/// Writes a text to `out`, with a terminating zero byte. Truncates the text if it does not fit in `capacity`
/// bytes. Sets `length`, which may be NULL, to the length of the whole text. Throws Error(invalid_argument)
/// if `out` is NULL and `capacity` is not 0.
void write_text(std::string_view text, char* out, std::size_t capacity, std::size_t* length);

} // namespace histo_cl::c_api
