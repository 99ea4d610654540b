#include "device/first_use.hpp"

#include "core/process.hpp"
#include "histo_cl/error.hpp"

#include <algorithm>
#include <atomic>
#include <shared_mutex>
#include <utility>
#include <vector>

namespace histo_cl::detail {
namespace {

/// The value of 1 + forks() when OpenCL was first called; 0 before. A child process inherits it.
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
    std::shared_mutex mutex; ///< guards `known`; shared, so that later uses do not wait for each other
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
