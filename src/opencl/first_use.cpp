#include "opencl/first_use.hpp"

#include "core/mutex.hpp"
#include "core/process.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI::detail {
namespace {

struct Uses {
    std::mutex first;
    Mutex mutex;
    std::vector<std::pair<cl_device_id, Use>> known HISTO_CL_GUARDED_BY(mutex);
};

Uses& uses() {
    return one_of_process<Uses>();
}

} // namespace

bool was_used(cl_device_id device, Use use) {
    auto& all = uses();
    const Lock lock(all.mutex);
    return std::ranges::find(all.known, std::pair(device, use)) != all.known.end();
}

void note_used(cl_device_id device, Use use) {
    auto& all = uses();
    const Lock lock(all.mutex);
    const std::pair known(device, use);
    if (std::ranges::find(all.known, known) == all.known.end()) all.known.push_back(known);
}

std::unique_lock<std::mutex> lock_first_use() {
    return std::unique_lock(uses().first);
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
