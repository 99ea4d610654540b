#include "opencl/first_use.hpp"

#include "core/process.hpp"

#include <algorithm>
#include <shared_mutex>
#include <utility>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI::detail {
namespace {

struct Uses {
    std::mutex first;
    std::shared_mutex mutex; ///< guards `known`; later uses only read, and do not wait for each other
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

} // namespace histo_cl::inline HISTO_CL_ABI::detail
