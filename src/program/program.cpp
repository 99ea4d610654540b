#include "program/program.hpp"

#include "core/files.hpp"
#include "core/mutex.hpp"
#include "core/process.hpp"
#include "core/text.hpp"
#include "device/device.hpp"
#include "histo_cl/version.h"

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <utility>
#include <vector>

namespace histo_cl::detail {
namespace {

struct Entry {
    cl_context context; // a live program retains it, so the handle is not reused
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

/// Finds a program of a context and device that a plan still uses; null if there is none. The registry does
/// not own programs: they are released, with their contexts, when the last plan releases them. Thread-safe.
std::shared_ptr<SharedProgram> find_shared_program(cl_context context, cl_device_id device,
                                                   std::string_view key) {
    auto& known = registry();
    const Lock lock(known.mutex);
    for (const auto& entry : known.entries)
        if (entry.context == context && entry.device == device && entry.key == key)
            if (auto program = entry.program.lock()) return program;
    return nullptr;
}

/// Registers a program for find_shared_program(). Replaces any other program with the same key.
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

std::string joined(std::initializer_list<std::string> parts) {
    std::string key;
    for (const auto& part : parts)
        key += std::to_string(part.size()) + ":" + part + "\n";
    return key;
}

cl_int build(cl_program program, cl_device_id device, const std::string& options) {
    return use_device(device, Use::build,
                      [&] { return clBuildProgram(program, 1, &device, options.c_str(), nullptr, nullptr); });
}

Program from_binary(cl_context context, cl_device_id device, const ProgramFolder::Binary& binary,
                    const std::string& options) {
    const size_t size = binary.size();
    const unsigned char* data = binary.data();
    cl_int code = CL_SUCCESS;
    Program program(clCreateProgramWithBinary(context, 1, &device, &size, &data, nullptr, &code));
    if (code != CL_SUCCESS) return {};
    if (build(program.get(), device, options) != CL_SUCCESS) return {};
    return program;
}

std::string build_log(cl_program program, cl_device_id device) {
    size_t size = 0;
    if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size) != CL_SUCCESS)
        return {};
    std::string log(size, '\0');
    if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr) != CL_SUCCESS)
        return {};
    while (!log.empty() && log.back() == '\0')
        log.pop_back();
    return log;
}

std::variant<Program, Error> from_source(const PlanDevice& device, const KernelSource& source) {
    const char* text = source.source.c_str();
    const size_t size = source.source.size();
    cl_int code = CL_SUCCESS;
    Program program(clCreateProgramWithSource(device.context.get(), 1, &text, &size, &code));
    check(code, "clCreateProgramWithSource");
    code = build(program.get(), device.id, source.build_options);
    if (code == CL_SUCCESS) return {std::move(program)};
    // Other codes are unrelated to the source: the source of another variant would fail as well.
    if (code != CL_BUILD_PROGRAM_FAILURE && code != CL_OUT_OF_RESOURCES) check(code, "clBuildProgram");
    auto log = build_log(program.get(), device.id);
    const auto message = concat("the kernels did not compile on ", device.profile.name, ": ",
                                opencl_error_name(code), "\n", log);
    return Error(Status::build_failed, message, code, log);
}

/// The program's binary, for a program with one device; empty if the driver returns none.
ProgramFolder::Binary binary_of(cl_program program) {
    size_t size = 0;
    if (clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr) != CL_SUCCESS ||
        size == 0)
        return {};
    ProgramFolder::Binary binary(size);
    unsigned char* data = binary.data();
    if (clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof data, static_cast<void*>(&data), nullptr) !=
        CL_SUCCESS)
        return {};
    return binary;
}

} // namespace

std::string device_key(const DeviceProfile& profile) {
    return joined({concat("histo_cl ", HISTO_CL_VERSION), profile.platform, profile.name, profile.version,
                   profile.driver});
}

std::variant<BuiltProgram, Error, NotBuilt> build_program(const PlanDevice& device,
                                                          const KernelSource& source,
                                                          const ProgramFolder& cache, Compile compile) {
    auto* const context = device.context.get();
    // Everything that the built program depends on.
    auto key = device_key(device.profile) + joined({source.build_options, source.source});
    auto shared_key = key + text_of_path(cache.directory());
    if (cache.shared() && compile != Compile::anew)
        if (auto shared = find_shared_program(context, device.id, shared_key))
            return BuiltProgram{std::move(shared)};
    BuiltProgram built{std::make_shared<SharedProgram>()};
    auto& program = built.program->program;
    const auto entry = cache.load(key);
    if (entry && compile != Compile::anew) {
        if (!entry->empty()) program = from_binary(context, device.id, *entry, source.build_options);
        built.loaded = program || entry->empty();
    }
    built.replaces_entry = entry && !built.loaded;
    if (!built.loaded && compile == Compile::no) return NotBuilt{std::hash<std::string>()(shared_key)};
    if (!program) {
        auto compiled = from_source(device, source);
        if (auto* const failure = std::get_if<Error>(&compiled)) return std::move(*failure);
        program = std::get<Program>(std::move(compiled));
        built.compiled = !built.loaded;
    }
    built.key = std::move(key);
    if (cache.shared()) share_program(context, device.id, std::move(shared_key), built.program);
    return built;
}

void keep_program(const BuiltProgram& built, const DeviceProfile& profile, const ProgramFolder& cache) {
    if (!built.compiled || cache.directory().empty()) return;
    if (!built.replaces_entry && cache.load(built.key)) return;
    auto* const program = built.program->program.get();
    // A program has a binary for each device of its context, in an unspecified order.
    if (info<cl_uint>(clGetProgramInfo, program, CL_PROGRAM_NUM_DEVICES, "clGetProgramInfo") != 1) return;
    if (is_pocl(profile)) return cache.store(built.key, {});
    if (const auto binary = binary_of(program); !binary.empty()) cache.store(built.key, binary);
}

std::variant<BuiltProgram, NotBuilt> build_untried(const PlanDevice& device, const KernelSource& source,
                                                   const Options& options, Compile compile) {
    const auto cache = cache_for(options);
    auto built = build_program(device, source, cache, compile);
    if (const auto* const missing = std::get_if<NotBuilt>(&built)) return *missing;
    if (const auto* const failure = std::get_if<Error>(&built)) throw *failure;
    auto& program = std::get<BuiltProgram>(built);
    keep_program(program, device.profile, cache);
    return std::move(program);
}

} // namespace histo_cl::detail
