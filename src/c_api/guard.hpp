#pragma once

#include "c_api/convert.hpp"
#include "core/text.hpp"
#include "histo_cl/device.hpp"
#include "histo_cl/equalization_plan.hpp"
#include "histo_cl/error.hpp"
#include "histo_cl/histo_cl.h"
#include "histo_cl/map_plan.hpp"
#include "histo_cl/partial.hpp"
#include "histo_cl/plan.hpp"
#include "histo_cl/stream.hpp"
#include "histo_cl/subtraction_plan.hpp"
#include "histo_cl/summary_plan.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace histo_cl::c_api {

using detail::concat;
using detail::invalid;

/// Records the exception that is being handled as the last error of this thread, and returns its status.
[[nodiscard]] histo_cl_status record_exception() noexcept;

/// Runs the body of a C function, and converts exceptions to a status. Every C function that can fail calls
/// it, directly or through a helper.
template <class Action>
[[nodiscard]] histo_cl_status guarded(Action&& action) noexcept {
    try {
        std::forward<Action>(action)();
        return HISTO_CL_OK;
    } catch (...) {
        return record_exception();
    }
}

/// Throws Error(invalid_argument) if the pointer is NULL.
inline void require(const void* pointer, std::string_view what) {
    if (pointer == nullptr) invalid(what, " is NULL");
}

/// Dereferences a pointer. Throws like require().
template <class T>
[[nodiscard]] T& deref(T* pointer, std::string_view what) {
    require(pointer, what);
    return *pointer;
}

/// Maximum number of elements of an array: an object has at most PTRDIFF_MAX bytes.
template <class T>
inline constexpr std::size_t largest_array = PTRDIFF_MAX / sizeof(T);

/// The caller's array; NULL is allowed only for 0 elements. Throws like require(). Also throws
/// Error(invalid_argument) for more than `max_count` elements.
template <class T>
[[nodiscard]] std::span<T> array(T* elements, std::size_t count, std::string_view what,
                                 std::size_t max_count = largest_array<T>) {
    if (count > max_count) invalid(what, " has ", count, " elements; allowed are 0 to ", max_count);
    if (count != 0) require(elements, what);
    return {elements, count};
}

/// The body of a C function: writes a new handle, which owns the result of make(), to `out`. Returns the
/// status, like guarded().
template <class Handle, class Make>
[[nodiscard]] histo_cl_status create(Handle** out, std::string_view what, const Make& make) noexcept {
    return guarded([&] {
        auto& handle = deref(out, what);
        handle = new Handle{make()};
    });
}

} // namespace histo_cl::c_api

// The types of the opaque handles.

struct histo_cl_device {
    histo_cl::Device device;
};

struct histo_cl_device_list {
    std::vector<histo_cl_device> devices;
};

struct histo_cl_decision {
    explicit histo_cl_decision(histo_cl::Decision taken)
        : decision(std::move(taken)), rejections(histo_cl::c_api::to_c(decision.rejections)) {}
    histo_cl_decision(const histo_cl_decision&) = delete;
    histo_cl_decision& operator=(const histo_cl_decision&) = delete;
    ~histo_cl_decision() = default;

    histo_cl::Decision decision;
    std::vector<histo_cl_rejection> rejections; ///< point into `decision`
};

struct histo_cl_plan {
    explicit histo_cl_plan(histo_cl::Plan built)
        : plan(std::move(built)), problem(plan.problem()), decision(plan.decision()) {}

    histo_cl::Plan plan;
    histo_cl::c_api::ProblemView problem; ///< points into the problem of `plan`
    histo_cl_decision decision;
    std::atomic<std::uint32_t> references = 1;
};

struct histo_cl_equalization_plan {
    histo_cl::EqualizationPlan plan;
};

struct histo_cl_subtraction_plan {
    histo_cl::SubtractionPlan plan;
};

struct histo_cl_map_plan {
    histo_cl::MapPlan plan;
};

struct histo_cl_partial {
    histo_cl::Partial partial;
};

struct histo_cl_stream {
    std::stop_source stop;
    histo_cl::Stream stream;
};

struct histo_cl_summary_plan {
    histo_cl::SummaryPlan plan;
};
