#include "histo_cl/device.hpp"

#include "core/process.hpp"
#include "core/text.hpp"
#include "device/device.hpp"
#include "device/objects.hpp"
#include "histo_cl/error.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cctype>
#include <shared_mutex>
#include <utility>
#include <vector>

namespace histo_cl::detail {
namespace {

/// The value of 1 + forks() when OpenCL was first called; 0 until then. A child process inherits the value.
std::atomic<unsigned> begun = 0;

} // namespace

void begin_opencl() {
    unsigned expected = 0;
    const auto now = 1 + forks();
    if (begun.compare_exchange_strong(expected, now) || expected == now) return;
    throw Error(
        Status::unsupported,
        "OpenCL was in use before this process was forked, and its drivers do not survive a fork: start the "
        "child by exec (in Python's multiprocessing by \"spawn\" or \"forkserver\"), fork before the first "
        "call that uses a device, or count on the calling thread");
}

bool opencl_is_lost() noexcept {
    const auto then = begun.load();
    return then != 0 && then != 1 + forks();
}

namespace {

struct Uses {
    std::mutex first;
    /// Guards `known`. It is a shared lock, so that later uses do not wait for each other.
    std::shared_mutex mutex;
    std::vector<std::pair<cl_device_id, Use>> known;
};

Uses& uses() {
    return one_of_process<Uses>();
}

} // namespace

bool was_used(cl_device_id device, Use use) {
    auto& all = uses();
    const std::shared_lock lock(all.mutex);
    return std::ranges::find(all.known, std::pair(device, use)) != all.known.end();
}

void note_used(cl_device_id device, Use use) {
    auto& all = uses();
    const std::scoped_lock lock(all.mutex);
    const std::pair known(device, use);
    if (std::ranges::find(all.known, known) == all.known.end()) all.known.push_back(known);
}

std::unique_lock<std::mutex> lock_first_use() {
    return std::unique_lock(uses().first);
}

} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {
namespace {

using detail::concat;

constexpr std::string_view loader_hint = "install libOpenCL.so.1 (Debian: ocl-icd-libopencl1; on Windows a "
                                         "GPU's driver has OpenCL.dll) and a platform: ";
constexpr std::string_view install_hint = "a GPU's driver brings one, such as nvidia-opencl-icd, "
                                          "intel-opencl-icd, mesa-opencl-icd or ROCm; for CPUs "
                                          "install pocl-opencl-icd";

std::vector<cl_platform_id> platforms() {
    cl_uint count = 0;
    const auto code = clGetPlatformIDs(0, nullptr, &count);
    if (code == detail::platform_not_found && detail::loaded_function("clGetPlatformIDs") == nullptr)
        throw Error(Status::no_platform, concat("no OpenCL loader was found: ", loader_hint, install_hint),
                    code);
    if (code == detail::platform_not_found || (code == CL_SUCCESS && count == 0))
        throw Error(Status::no_platform, concat("no OpenCL platform is installed: ", install_hint), code);
    detail::check(code, "clGetPlatformIDs");
    std::vector<cl_platform_id> ids(count);
    detail::check(clGetPlatformIDs(count, ids.data(), nullptr), "clGetPlatformIDs");
    return ids;
}

/// The devices of a platform, or why there are none. A platform that has no devices or fails must not hide
/// the devices of other platforms.
struct PlatformDevices {
    std::vector<cl_device_id> ids;
    std::string why_none;
    cl_int error = CL_SUCCESS; ///< the error of a platform that fails
};

PlatformDevices devices_of(cl_platform_id platform) {
    const auto none = [](cl_int code) -> PlatformDevices {
        if (code == CL_SUCCESS || code == CL_DEVICE_NOT_FOUND) return {{}, " has none"};
        return {{}, concat(" cannot list its devices: ", opencl_error_name(code)), code};
    };
    cl_uint count = 0;
    auto code = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count);
    if (code != CL_SUCCESS || count == 0) return none(code);
    std::vector<cl_device_id> ids(count);
    code = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, ids.data(), nullptr);
    return code == CL_SUCCESS ? PlatformDevices{std::move(ids), {}} : none(code);
}

/// Whether the version is at least OpenCL 1.2; false for "OpenCL 1.1 Mesa".
bool is_1_2_or_later(const DeviceProfile& profile) {
    constexpr std::string_view prefix = "OpenCL ";
    const std::string_view version = profile.version;
    return version.starts_with(prefix) && version.substr(prefix.size(), 3) >= "1.2";
}

std::string lower_case(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return lower;
}

std::string index_text(const Device& device) {
    return concat(device.platform_index, ":", device.device_index);
}

std::vector<Device> list_devices() {
    std::vector<Device> found;
    std::string passed_over;
    cl_int error = CL_SUCCESS;
    const auto pass_over = [&](const std::string& text) {
        passed_over += concat(passed_over.empty() ? "" : "; ", text);
    };
    const auto platform_ids = platforms();
    for (std::uint32_t p = 0; p < platform_ids.size(); ++p) {
        const auto [ids, why_none, code] = devices_of(platform_ids[p]);
        const auto platform =
            detail::info_text(clGetPlatformInfo, platform_ids[p], CL_PLATFORM_NAME, "clGetPlatformInfo");
        if (ids.empty()) pass_over(platform + why_none);
        if (code != CL_SUCCESS) error = code;
        for (std::uint32_t d = 0; d < ids.size(); ++d) {
            auto profile = device_profile(ids[d]);
            if (is_1_2_or_later(profile)) {
                found.push_back({platform_ids[p], ids[d], p, d, std::move(profile)});
            } else {
                pass_over(profile.name + " has " + profile.version + ", OpenCL 1.2 is needed");
            }
        }
    }
    if (found.empty())
        throw Error(error == CL_SUCCESS ? Status::no_device : Status::opencl_error,
                    concat("no OpenCL device to count on: ", passed_over, " (", install_hint, ")"), error);
    return found;
}

} // namespace

std::vector<Device> devices() {
    return detail::use_device(nullptr, detail::Use::list, list_devices);
}

Device default_device() {
    const auto all = devices();
    for (const auto type : {DeviceType::gpu, DeviceType::accelerator, DeviceType::cpu})
        for (const auto& device : all)
            if (device.profile.type == type && device.profile.compiler_available) return device;
    throw Error(Status::no_compiler,
                concat("none of the OpenCL devices can build kernels from source; the first is ",
                       to_string(all.front().profile)));
}

Device find_device(std::string_view text) {
    const auto all = devices();
    const auto wanted = lower_case(text);
    for (const auto& device : all)
        if (index_text(device) == wanted) return device;
    for (const auto& device : all)
        if (!wanted.empty() && (lower_case(device.profile.name).find(wanted) != std::string::npos ||
                                lower_case(device.profile.platform).find(wanted) != std::string::npos))
            return device;
    std::string message = concat("no device \"", text, "\"; there are");
    for (const auto& device : all)
        message += concat("\n  ", index_text(device), "  ", to_string(device.profile));
    throw Error(Status::no_device, message);
}

} // namespace histo_cl::inline HISTO_CL_ABI
