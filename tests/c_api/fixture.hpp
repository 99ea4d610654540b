#pragma once

#include "support/counters.hpp"
#include "support/device.hpp"
#include "support/text.hpp"

#include <histo_cl/histo_cl.h>

#include <cstddef>
#include <cstring>
#include <doctest/doctest.h>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace histo_cl::test {

/// Releases a handle at the end of a scope.
template <auto release>
struct Release {
    template <class T>
    void operator()(T* handle) const noexcept {
        release(handle);
    }
};

using PlanHandle = std::unique_ptr<histo_cl_plan, Release<histo_cl_plan_release>>;
using DecisionHandle = std::unique_ptr<histo_cl_decision, Release<histo_cl_decision_release>>;
using DeviceHandle = std::unique_ptr<histo_cl_device, Release<histo_cl_device_release>>;
using DeviceListHandle = std::unique_ptr<histo_cl_device_list, Release<histo_cl_device_list_release>>;

/// A handle made by a function of the C API, e.g. made<DeviceHandle>(histo_cl_find_device, "pocl").
template <class Handle, class Make, class... Arguments>
Handle made(Make make, Arguments... arguments) {
    typename Handle::pointer handle = nullptr;
    const auto status = make(arguments..., &handle);
    INFO("message: ", histo_cl_last_error_message());
    REQUIRE(status == HISTO_CL_OK);
    REQUIRE(handle != nullptr);
    return Handle(handle);
}

/// The device under test, for the calls that take one.
inline const histo_cl_device* device() {
    static const auto handle = made<DeviceHandle>(histo_cl_device_from_id, test_device().id());
    return handle.get();
}

/// A plan for the device under test.
inline PlanHandle plan_for(const histo_cl_problem& problem, const histo_cl_options* options = nullptr) {
    return made<PlanHandle>(histo_cl_plan_create, test_device().context()(), test_device().id(), &problem,
                            options);
}

inline void check_ok(histo_cl_status status) {
    CHECK_MESSAGE(status == HISTO_CL_OK, histo_cl_status_name(status), ": ", histo_cl_last_error_message());
}

/// Checks that `given` is `status`, and that the thread's last error has this status and a message with these
/// words.
inline void check_failed(histo_cl_status given, histo_cl_status status,
                         std::initializer_list<std::string_view> words) {
    CHECK(given == status);
    if (given == HISTO_CL_OK) return;
    CHECK(histo_cl_last_error() == given);
    check_has(histo_cl_last_error_message(), words);
}

inline void check_refused(histo_cl_status given, std::initializer_list<std::string_view> words) {
    check_failed(given, HISTO_CL_INVALID_ARGUMENT, words);
}

/// Calls a function of the C API that overwrites `value`, and returns the new value, e.g.
/// got(std::uint64_t{}, histo_cl_bin_count, &binning).
template <class T, class Function, class... Arguments>
T got(T value, Function function, Arguments... arguments) {
    check_ok(function(arguments..., &value));
    return value;
}

/// Like got(), for a function that writes `count` elements.
template <class T, class Function, class... Arguments>
std::vector<T> elements_of(std::size_t count, Function function, Arguments... arguments) {
    std::vector<T> elements(count);
    check_ok(function(arguments..., elements.data()));
    return elements;
}

/// The fields of a decision.
inline histo_cl_decision_fields fields_of(const histo_cl_decision* decision) {
    return got(histo_cl_decision_fields_init(), histo_cl_decision_get_fields, decision);
}
inline const histo_cl_decision* decision_of(const PlanHandle& plan) {
    return got<const histo_cl_decision*>(nullptr, histo_cl_plan_get_decision, plan.get());
}

/// Returns the text that a function of the C API writes, e.g. text_of(histo_cl_problem_text, &problem).
template <class Function, class... Arguments>
std::string text_of(Function function, Arguments... arguments) {
    std::size_t length = 0;
    check_ok(function(arguments..., nullptr, 0, &length));
    std::string text(length + 1, '#');
    check_ok(function(arguments..., text.data(), text.size(), nullptr));
    CHECK(text.back() == '\0');
    text.pop_back();
    return text;
}

/// A struct of a later header version: it has a member that this library does not know.
template <class C>
struct Later {
    C known;
    std::uint64_t member = 0;
};

/// One axis of `count` even bins, in C.
inline histo_cl_binning even_axis(std::uint32_t count, std::int64_t lower, std::int64_t upper) {
    return histo_cl_even_bins(count, histo_cl_i64(lower), histo_cl_i64(upper));
}

inline constexpr std::uint32_t bins = 10;

/// u8 samples, with a bin for each value.
inline histo_cl_problem byte_problem() {
    static const auto axis = histo_cl_identity_bins(256);
    auto made = histo_cl_problem_init();
    made.axes = &axis;
    made.axis_count = 1;
    return made;
}

/// u8 samples in ten bins. Samples of 250 and more are in no bin.
inline histo_cl_problem problem() {
    static const auto axis = even_axis(bins, 0, 250);
    auto made = histo_cl_problem_init();
    made.axes = &axis;
    made.axis_count = 1;
    return made;
}

} // namespace histo_cl::test
