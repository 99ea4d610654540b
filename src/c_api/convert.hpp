#pragma once

#include "histo_cl/decision.hpp"
#include "histo_cl/device_profile.hpp"
#include "histo_cl/histo_cl.h"
#include "histo_cl/options.hpp"
#include "histo_cl/plan.hpp"
#include "histo_cl/problem.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Conversions between the structs of C and those of C++. Those to C++ throw Error(invalid_argument) for NULL,
// a bad struct_size and values that an enumeration does not have; `what` names the argument in the message.
// The C++ functions check the values.

namespace histo_cl::c_api {

[[nodiscard]] Binning to_binning(const histo_cl_binning* given, const std::string& what);
[[nodiscard]] Problem to_problem(const histo_cl_problem* given);
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
/// Writes the job's lists to `parts`; the result points into them.
[[nodiscard]] Job to_job(const histo_cl_job* given, JobParts& parts);
/// The memory of `object` or of `pointer`, one of which must be NULL.
[[nodiscard]] Memory to_memory(cl_mem object, const histo_cl_pointer& pointer, std::string_view what);
/// The caller's events; NULL means no events.
[[nodiscard]] std::span<const cl_event> to_wait_list(const cl_event* wait, std::size_t count);
/// The storage for the nested spans of host data.
struct DataParts {
    std::vector<std::span<const std::byte>> arrays;
    std::vector<std::span<const std::byte>> weight_vectors;
};
/// The result points into the caller's memory and into `parts`. A layout in rows needs a shape.
[[nodiscard]] HostData to_host_data(const histo_cl_host_data* given, const Problem& problem,
                                    DataParts& parts);

/// Writes the edges to `edges`. The result points into the binning and into `edges`.
[[nodiscard]] histo_cl_number to_c_number(const Number& number) noexcept;
[[nodiscard]] histo_cl_binning to_c(const Binning& binning, std::vector<histo_cl_number>& edges);

/// A problem as a C struct, which points into the problem: it must not be moved or destroyed.
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

/// The result points into the decision.
[[nodiscard]] std::vector<histo_cl_rejection> to_c(const std::vector<Rejection>& rejections);
[[nodiscard]] histo_cl_decision_fields to_c(const Decision& decision,
                                            const std::vector<histo_cl_rejection>& rejections) noexcept;

/// Writes as much of a text as fits, with a terminating zero byte, and sets `length` to the length of the
/// whole text. Throws Error(invalid_argument) for a NULL with a capacity.
void write_text(std::string_view text, char* out, std::size_t capacity, std::size_t* length);

} // namespace histo_cl::c_api
