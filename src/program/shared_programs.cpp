#include "program/shared_programs.hpp"

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI::detail {
namespace {

struct Entry {
    cl_context context; // of a live program: it keeps the handle from being used again
    cl_device_id device;
    std::string key;
    std::weak_ptr<SharedProgram> program;
};

struct Registry {
    std::mutex lock;
    std::vector<Entry> entries;
};

/// Never destroyed: plans may outlive static objects.
Registry& registry() {
    static auto& all = *new Registry;
    return all;
}

} // namespace

std::shared_ptr<SharedProgram> find_shared_program(cl_context context, cl_device_id device,
                                                   std::string_view key) {
    const std::scoped_lock lock(registry().lock);
    for (const auto& entry : registry().entries)
        if (entry.context == context && entry.device == device && entry.key == key)
            if (auto program = entry.program.lock()) return program;
    return nullptr;
}

void share_program(cl_context context, cl_device_id device, std::string key,
                   const std::shared_ptr<SharedProgram>& program) {
    const std::scoped_lock lock(registry().lock);
    std::erase_if(registry().entries, [](const Entry& entry) { return entry.program.expired(); });
    registry().entries.push_back({context, device, std::move(key), program});
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
