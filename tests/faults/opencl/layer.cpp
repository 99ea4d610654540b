// An OpenCL layer between loader and driver. It numbers calls, makes chosen ones fail, and counts the
// references that the process holds.

#define CL_USE_DEPRECATED_OPENCL_1_2_APIS

#include "faults/opencl/layer.hpp"

#include "support/layer_info.hpp"

#include <CL/cl_layer.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>

namespace {

using histo_cl::test::Call;
using histo_cl::test::Faults;
using histo_cl::test::Findings;

const cl_icd_dispatch* driver = nullptr;
cl_icd_dispatch ours = {};

enum Index : std::size_t {
#define CALL(name, code) index_##name,
#include "faults/opencl/calls.def"
    call_count
};

constexpr std::array<const char*, call_count> names{
#define CALL(name, code) #name,
#include "faults/opencl/calls.def"
};

constexpr std::array<cl_int, call_count> codes{
#define CALL(name, code) code,
#include "faults/opencl/calls.def"
};
static_assert(call_count <= 64); // bits of Findings::failed_kinds

std::array<std::atomic<std::uint64_t>, call_count> failures = {};
std::atomic<std::uint64_t> programs = 0; ///< number of programs created so far

// Faults are armed per thread, because drivers also call OpenCL, in threads of their own.
thread_local Faults faults = {};
thread_local bool armed = false;
thread_local Findings seen = {};
thread_local bool unmap_failed = false; ///< whether the last call was an unmap that failed
thread_local int in_driver = 0;

/// Numbers a call, and returns whether it is to fail. `releases`: whether the call releases a reference.
bool fails(Index index, bool releases) {
    if (!armed || in_driver != 0 || faults.releases != releases) return false;
    const bool after_unmap = std::exchange(unmap_failed, false);
    ++seen.calls;
    if (faults.first == 0 || seen.calls < faults.first) return false;
    if (!faults.lasting && seen.calls != faults.first) return false;
    unmap_failed = index == index_clEnqueueUnmapMemObject;
    if (after_unmap && index == index_clFinish) ++seen.unmaps;
    if (seen.failed++ == 0) seen.first = names[index];
    seen.failed_kinds |= std::uint64_t{1} << index;
    ++failures[index];
    return true;
}

class InDriver {
  public:
    InDriver() noexcept { ++in_driver; }
    InDriver(const InDriver&) = delete;
    InDriver& operator=(const InDriver&) = delete;
    ~InDriver() { --in_driver; }
};

/// References held, by object. Handles of released objects may be reused for other objects.
class Account {
  public:
    void created(const void* object) {
        if (object == nullptr) return;
        const std::scoped_lock lock(lock_);
        references_[object] = 1;
    }
    void retained(const void* object) {
        const std::scoped_lock lock(lock_);
        ++references_[object];
    }
    /// Removes a reference. Returns false if there is none.
    bool released(const void* object, const char* call) {
        const std::scoped_lock lock(lock_);
        const auto found = references_.find(object);
        if (found == references_.end()) {
            if (over_released_.empty()) over_released_ = std::string(call) + " of an object not held";
            return false;
        }
        if (--found->second == 0) references_.erase(found);
        return true;
    }
    std::uint64_t held() {
        const std::scoped_lock lock(lock_);
        std::uint64_t sum = 0;
        for (const auto& [object, references] : references_)
            sum += references;
        return sum;
    }
    const char* over_released() {
        const std::scoped_lock lock(lock_);
        return over_released_.empty() ? nullptr : over_released_.c_str();
    }

  private:
    std::mutex lock_;
    std::unordered_map<const void*, std::uint64_t> references_;
    std::string over_released_;
};

/// Never destroyed, because static objects of the program may release OpenCL objects later.
Account& account() {
    static auto& one = *new Account;
    return one;
}

/// Accounts for the event that a call has returned through this argument, if it is one.
template <class T>
void note_event(T argument) {
    if constexpr (std::is_same_v<T, cl_event*>)
        if (argument != nullptr) account().created(*argument);
}

template <class T>
void set_code(T argument, cl_int code) {
    if constexpr (std::is_same_v<T, cl_int*>)
        if (argument != nullptr) *argument = code;
}

template <Index index, cl_int code, auto function,
          class F = std::remove_cvref_t<decltype(std::declval<cl_icd_dispatch>().*function)>>
struct Layer;

/// A call that may fail, and may create an object or an event.
template <Index index, cl_int code, auto function, class Result, class... Arguments>
struct Layer<index, code, function, Result(CL_API_CALL*)(Arguments...)> {
    static Result CL_API_CALL call(Arguments... arguments) {
        constexpr bool creates = std::string_view(names[index]).starts_with("clCreate");
        if (fails(index, false)) {
            if constexpr (std::is_same_v<Result, cl_int>)
                return code;
            else {
                (set_code(arguments, code), ...);
                return nullptr;
            }
        }
        const InDriver now; // also while the layer allocates
        const auto result = (driver->*function)(arguments...);
        if constexpr (creates) account().created(result);
        if constexpr (std::is_same_v<Result, cl_program>) programs += result != nullptr ? 1U : 0U;
        if constexpr (std::is_same_v<Result, cl_int>) {
            if (result == CL_SUCCESS) (note_event(arguments), ...);
        } else {
            if (result != nullptr) (note_event(arguments), ...);
        }
        return result;
    }
    static Result CL_API_CALL retain(Arguments... arguments) {
        const auto result = call(arguments...);
        if (result == CL_SUCCESS) (account().retained(arguments), ...);
        return result;
    }
    /// After a release that fails, the caller has lost the reference, so it is no longer accounted for.
    static Result CL_API_CALL release(Arguments... arguments) {
        if (!(account().released(arguments, names[index]) && ...)) return CL_INVALID_VALUE;
        if (fails(index, true)) return code;
        const InDriver now;
        return (driver->*function)(arguments...);
    }
};

} // namespace

extern "C" {

CL_API_ENTRY cl_int CL_API_CALL clGetLayerInfo(cl_layer_info what, size_t room, void* value, size_t* size) {
    return histo_cl::test::layer_info("histo_cl faults", what, room, value, size);
}

CL_API_ENTRY cl_int CL_API_CALL clInitLayer(cl_uint entries, const cl_icd_dispatch* target,
                                            cl_uint* our_entries, const cl_icd_dispatch** our_dispatch) {
    const auto code = histo_cl::test::init_layer(entries, target, our_entries, our_dispatch, driver, ours);
    if (code != CL_SUCCESS) return code;
#define CALL(name, code) ours.name = &Layer<index_##name, code, &cl_icd_dispatch::name>::call;
#define RETAIN(name) ours.name = &Layer<index_##name, CL_OUT_OF_HOST_MEMORY, &cl_icd_dispatch::name>::retain;
#define RELEASE(name)                                                                                        \
    ours.name = &Layer<index_##name, CL_OUT_OF_HOST_MEMORY, &cl_icd_dispatch::name>::release;
#include "faults/opencl/calls.def"
    return CL_SUCCESS;
}

const histo_cl::test::Layer* fault_layer() {
    static constexpr histo_cl::test::Layer functions{
        .arm =
            [](const Faults& with) {
                faults = with;
                seen = {};
                unmap_failed = false;
                armed = true;
            },
        .disarm =
            [] {
                armed = false;
                return seen;
            },
        .references = [] { return account().held(); },
        .programs = []() -> std::uint64_t { return programs; },
        .over_released = [] { return account().over_released(); },
        .in_driver = [] { return in_driver; },
        .call =
            [](std::uint32_t index) {
                return index < call_count ? Call{names[index], codes[index], failures[index]} : Call{};
            }};
    return &functions;
}
}
