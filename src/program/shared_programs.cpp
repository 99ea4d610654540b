#include "program/shared_programs.hpp"

#include "core/mutex.hpp"
#include "core/process.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace histo_cl::detail {
namespace {

struct Entry {
    cl_context context; // of a live program: it keeps the handle from being used again
    cl_device_id device;
    std::string key;
    std::weak_ptr<SharedProgram> program;
};

struct Registry {
    Mutex mutex;
    std::vector<Entry> entries HISTO_CL_GUARDED_BY(mutex);
};

Registry& registry() {
    return one_of_process<Registry>();
}

} // namespace

std::shared_ptr<SharedProgram> find_shared_program(cl_context context, cl_device_id device,
                                                   std::string_view key) {
    auto& known = registry();
    const Lock lock(known.mutex);
    for (const auto& entry : known.entries)
        if (entry.context == context && entry.device == device && entry.key == key)
            if (auto program = entry.program.lock()) return program;
    return nullptr;
}

void share_program(cl_context context, cl_device_id device, std::string key,
                   const std::shared_ptr<SharedProgram>& program) {
    auto& known = registry();
    const Lock lock(known.mutex);
    std::erase_if(known.entries, [&](const Entry& entry) {
        return entry.program.expired() ||
               (entry.context == context && entry.device == device && entry.key == key);
    });
    known.entries.push_back({context, device, std::move(key), program});
}

} // namespace histo_cl::detail
