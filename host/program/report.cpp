#include "program/report.hpp"

#include "common/file.hpp"
#include "common/opencl.hpp"
#include "common/program.hpp"
#include "common/system.hpp"
#include "common/text.hpp"
#include "count/input.hpp"
#include "count/trials.hpp"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <span>
#include <string_view>
#include <thread>
#include <vector>

namespace count {

namespace {

using common::plural;
using common::print;
using histo_cl::Device;
using histo_cl::Problem;

/// Variables that the programs, the library, OpenCL loaders, drivers and PoCL read.
constexpr std::array variables{
    "HISTO_CL_DEVICE",        "XDG_CACHE_HOME",   "XDG_CONFIG_HOME",        "OCL_ICD_VENDORS",
    "OCL_ICD_FILENAMES",      "OPENCL_LAYERS",    "POCL_DEVICES",           "POCL_CACHE_DIR",
    "POCL_EXTRA_BUILD_FLAGS", "POCL_AFFINITY",    "POCL_MAX_PTHREAD_COUNT", "POCL_WORK_GROUP_METHOD",
    "RUSTICL_ENABLE",         "RUSTICL_FEATURES", "CUDA_VISIBLE_DEVICES",   "LD_LIBRARY_PATH"};

std::string line(std::string_view key, std::string_view text) {
    return common::pad_right(std::string(key), 12) + std::string(text) + "\n";
}

constexpr std::string_view build =
#ifdef __VERSION__
#ifdef __clang__
    ""
#else
    "GCC "
#endif
    __VERSION__
#else
    "unknown compiler"
#endif
#ifdef NDEBUG
    ", without assertions"
#else
    ", with assertions"
#endif
    ;

std::string environment_lines() {
    std::vector<std::string> unset;
    std::string text;
    for (const char* const variable : variables) {
        if (const char* const value = std::getenv(variable))
            text += line(text.empty() ? "environment" : "", std::string(variable) + "=" + value);
        else
            unset.emplace_back(variable);
    }
    return text + line(text.empty() ? "environment" : "", "not set: " + common::joined(unset, " "));
}

std::string cache_line() {
    const auto folder = histo_cl::default_cache_directory();
    std::uint64_t files = 0;
    std::uint64_t bytes = 0;
    std::error_code failed;
    for (const auto& entry : std::filesystem::directory_iterator(common::path_of(folder), failed)) {
        std::error_code unknown;
        const auto size = entry.file_size(unknown);
        if (unknown) continue;
        ++files;
        bytes += size;
    }
    return line("cache", folder.empty()
                             ? "none: no folder for it"
                             : folder + ": " +
                                   (failed ? failed.message()
                                           : plural(files, "file") + ", " + common::byte_size(bytes)));
}

std::string tuning_line() {
    const auto file = histo_cl::default_tuning_file();
    const auto content = [&]() -> std::string {
        std::error_code failed;
        if (!std::filesystem::exists(common::path_of(file), failed)) return "does not exist";
        try {
            std::string text;
            for (const auto& device : histo_cl::read_tuning_table(file).devices)
                text += (text.empty() ? "" : "; ") + device.name + " (" + device.driver + "): " +
                        (device.entries.size() == 1 ? "1 entry"
                                                    : common::grouped(device.entries.size()) + " entries");
            return text.empty() ? "no entries" : text;
        } catch (const histo_cl::Error& error) {
            return error.what();
        }
    };
    return line("tuning file", file.empty() ? "none: no folder for it" : file + ": " + content());
}

std::string features_of(const histo_cl::DeviceProfile& profile) {
    std::vector<std::string> features;
    const auto add = [&](bool has, const std::string& feature) {
        if (has) features.push_back(feature);
    };
    add(!profile.compiler_available, "no compiler");
    add(profile.fp64, "doubles");
    add(profile.int64_atomics, "64-bit atomics");
    add(profile.images, "images");
    add(profile.svm_capabilities != 0, "SVM " + std::to_string(profile.svm_capabilities));
    add(profile.usm_device_capabilities != 0, "USM");
    add(profile.command_buffer_version != 0, "command buffers");
    add(!profile.little_endian, "big-endian");
    add(profile.understates_kernels, "fault: understates work-groups");
    add(profile.misreads_single_halves, "fault: misreads half_float images");
    add(profile.loop_limit != 0, "fault: loops end after " + std::to_string(profile.loop_limit));
    return common::joined(features, ", ");
}

std::string device_lines(std::span<const Device> devices) {
    std::string text;
    for (const auto& device : devices) {
        const auto& profile = device.profile;
        text += "\n" + line("device", common::index_of(device) + "  " + to_string(profile)) +
                line("", profile.version + ", driver " + profile.driver) +
                line("", "vendor " + std::string(name(profile.vendor)) + ", " +
                             common::byte_size(profile.global_memory_bytes) + " memory, buffers up to " +
                             common::byte_size(profile.max_allocation_bytes) + ", work-groups up to " +
                             common::grouped(profile.max_work_group_size) + ", waves of " +
                             std::to_string(profile.wave_width)) +
                line("", features_of(profile));
    }
    return text;
}

/// Generates 2^22 samples from a fixed seed: integers below `values`, or floats below 1.
template <class T>
std::vector<T> samples_of(std::uint32_t values) {
    constexpr auto count = std::size_t{1} << 22U;
    std::mt19937 random; // the same numbers with every standard library
    std::vector<T> samples(count);
    for (auto& sample : samples)
        sample = std::is_floating_point_v<T> ? static_cast<T>(random()) / static_cast<T>(0x1p32)
                                             : static_cast<T>(random() % values);
    return samples;
}

template <class T>
common::ExitCode count_standard(const Device& device, const histo_cl::Options& options,
                                const histo_cl::Binning& bins) {
    const Problem problem{
        .sample = histo_cl::sample_type_of<T>(), .axes = {bins}, .counter = histo_cl::CounterType::u64};
    std::string text = "\n" + line("problem", to_string(problem) + ", on device " + common::index_of(device));
    auto code = common::ExitCode::ok;
    try {
        const auto samples = samples_of<T>(1U << 16U);
        const std::array chunks{std::as_bytes(std::span(samples))};
        common::checked([&] {
            const Session session(device, chunks);
            const auto result = run(session, problem, options, 0);
            const auto& measured = result.measured;
            const bool right = measured.counts == reference_counts(problem, chunks);
            if (!right) code = common::ExitCode::wrong_counts;
            const auto speed = [&](double seconds) {
                return common::duration(seconds) + ", " +
                       common::rate(static_cast<double>(chunks[0].size()) / seconds, "B");
            };
            text += to_string(result.decision) +
                    line("counted", plural(samples.size(), "sample") + ", " +
                                        (right ? "as the serial reference counts" : "WRONG counts")) +
                    (measured.device_seconds ? line("on device", speed(*measured.device_seconds)) : "") +
                    line("from host", speed(measured.whole_seconds)) +
                    line("build", common::duration(result.build_seconds) +
                                      (result.built_from_cache ? ", from the cache" : ", compiled"));
        });
    } catch (const histo_cl::Error& error) {
        text += line("failed", error.what()) + std::string(error.build_log()) + "\n";
    }
    print(text);
    return code;
}

} // namespace

common::ExitCode report_system(const Command& command) {
    print(line("histo_cl", HISTO_CL_VERSION ", built by " + std::string(build)) +
          line("system", common::system_name() + ", " + plural(std::thread::hardware_concurrency(), "core") +
                             ", " + common::byte_size(common::physical_memory()) + " memory") +
          environment_lines() + cache_line() + tuning_line());
    try {
        print(device_lines(histo_cl::devices())); // now, because a driver may end the program below
    } catch (const histo_cl::Error& error) {
        print("\n" + line("device", std::string("none: ") + error.what()));
        return common::ExitCode::ok;
    }
    auto code = common::ExitCode::ok;
    const auto add = [&](common::ExitCode one) {
        if (one != common::ExitCode::ok) code = one;
    };
    for (const auto& device : devices_of(command)) {
        add(count_standard<std::uint8_t>(device, command.options, histo_cl::identity_bins(256)));
        add(count_standard<float>(device, command.options, histo_cl::even_bins(100, 0, 1)));
        add(count_standard<std::uint16_t>(device, command.options, histo_cl::identity_bins(1U << 16U)));
        add(count_standard<float>(device, command.options, histo_cl::even_bins(1U << 20U, 0, 1)));
    }
    return code;
}

} // namespace count
