// histo_cl_foreign_sources FOLDER [--chosen] PROFILE...: writes the programs that the library builds for
// described devices (tests/data/profiles.hpp), for compilers that need no device.
//
// FOLDER gets each different program once, as NUMBER.cl with its build options in NUMBER.options, and the
// list programs.tsv: a line for each profile, problem and variant with the columns that the first line names.
// `choice` is "chosen", "forced" or, for a program that has no variants, "only". --chosen leaves out programs
// that only a caller can force.
//
// histo_cl_foreign_sources --list VENDOR...: prints the keys of these vendors' GPUs among the profiles.

#include "data/profiles.hpp"
#include "foreign/problems.hpp"
#include "program/kernel_source.hpp"

#include <histo_cl/decision.hpp>
#include <histo_cl/error.hpp>
#include <histo_cl/kernel_source.hpp>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace histo_cl;
using histo_cl::test::NamedProblem;
using histo_cl::test::NamedProfile;

namespace {

/// A program, and its columns in the table.
struct Program {
    std::string problem;
    std::string variant;
    std::string_view choice;
    Decision decision; ///< for a program without variants, only a work-group size
    KernelSource source;
};

/// The decision; empty if no variant can run, or if the forced one cannot.
std::optional<Decision> decision_of(const DeviceProfile& profile, const Problem& problem,
                                    std::optional<Variant> forced) {
    try {
        return choose(profile, problem, {.variant = forced});
    } catch (const Error& error) {
        if (error.status() == Status::unsupported) return std::nullopt;
        throw;
    }
}

Program program_of(const NamedProblem& named, std::string_view choice, Decision decision) {
    auto source = kernel_source(named.problem, decision);
    return {named.name, std::string(method_name(decision)), choice, std::move(decision), std::move(source)};
}

/// The programs of histograms: for each problem the chosen variant, and all others that can be forced.
void add_histograms(std::vector<Program>& programs, const DeviceProfile& profile, bool with_forced) {
    for (const auto& named : test::foreign_problems()) {
        auto chosen = decision_of(profile, named.problem, {});
        if (!chosen) continue;
        const auto variant = chosen->variant;
        programs.push_back(program_of(named, "chosen", *std::move(chosen)));
        if (!with_forced) continue;
        for (const auto other : all_variants) {
            if (other == variant) continue;
            if (auto decision = decision_of(profile, named.problem, other))
                programs.push_back(program_of(named, "forced", *std::move(decision)));
        }
    }
}

/// The other programs. They have no variants.
void add_others(std::vector<Program>& programs, const DeviceProfile& profile) {
    Decision alone;
    alone.work_group_size = std::min(256U, profile.max_work_group_size);
    const auto add = [&](std::string problem, std::string variant, KernelSource source) {
        programs.push_back({std::move(problem), std::move(variant), "only", alone, std::move(source)});
    };
    add("u8 to u8", "apply_map", detail::map_source(SampleType::u8, SampleType::u8));
    add("u16 to u8", "apply_map", detail::map_source(SampleType::u16, SampleType::u8));
    add("f32, five axes by index, weights of f32", "passes",
        detail::pass_source({.sample = SampleType::f32,
                             .axes = std::vector<Binning>(5, even_bins(10, 0, 1)),
                             .weights = SampleType::f32,
                             .indices = SampleType::u32,
                             .counter = CounterType::f64}));
    for (const auto sample : {SampleType::u8, SampleType::i32, SampleType::f32, SampleType::f64})
        add(std::string(name(sample)), "summarize",
            detail::summary_source(sample, alone.work_group_size, profile.fp64));
    add("u32 counts", "make_maps",
        detail::make_maps_source(CounterType::u32, alone.work_group_size, profile.fp64));
}

void write(const std::filesystem::path& path, std::string_view text) {
    std::ofstream file(path, std::ios::binary);
    file << text;
    if (!file.flush()) throw std::runtime_error("cannot write " + path.string());
}

/// Writes each different program once.
class Writer {
  public:
    explicit Writer(std::filesystem::path folder) : folder_(std::move(folder)) {}

    std::string file_of(const KernelSource& source) {
        const auto [known, is_new] =
            numbers_.try_emplace({source.source, source.build_options}, numbers_.size() + 1);
        auto number = std::to_string(known->second);
        if (is_new) {
            write(folder_ / (number + ".cl"), source.source);
            write(folder_ / (number + ".options"), source.build_options + "\n");
        }
        return number;
    }

  private:
    std::filesystem::path folder_;
    std::map<std::pair<std::string, std::string>, std::size_t> numbers_;
};

void write_programs(const std::filesystem::path& folder, std::span<const std::string_view> keys,
                    bool with_forced) {
    std::filesystem::create_directories(folder);
    std::ofstream list(folder / "programs.tsv", std::ios::binary);
    list << "profile\tproblem\tvariant\tchoice\twork_group_size\twork_groups\treplicas\tloads_in_"
            "flight\tlocal_bytes\tprogram\n";
    Writer writer(folder);
    for (const auto key : keys) {
        const auto& profile = test::profile_named(key);
        std::vector<Program> programs;
        add_histograms(programs, profile, with_forced);
        add_others(programs, profile);
        for (const auto& [problem, variant, choice, decision, source] : programs)
            list << key << '\t' << problem << '\t' << variant << '\t' << choice << '\t'
                 << decision.work_group_size << '\t' << decision.work_groups << '\t' << decision.replicas
                 << '\t' << decision.loads_in_flight << '\t' << decision.local_bytes << '\t'
                 << writer.file_of(source) << '\n';
    }
    if (!list.flush()) throw std::runtime_error("cannot write " + (folder / "programs.tsv").string());
}

void print_keys(std::span<const std::string_view> vendors) {
    for (const auto& [key, source, profile] : test::real_profiles())
        if (profile.type == DeviceType::gpu && std::ranges::count(vendors, name(profile.vendor)) != 0)
            std::cout << key << '\n';
}

} // namespace

int main(int count, char** values) {
    try {
        std::vector<std::string_view> arguments(values + 1, values + count);
        if (arguments.size() >= 2 && arguments[0] == "--list") {
            print_keys(std::span(arguments).subspan(1));
            return 0;
        }
        const bool chosen_only = std::erase(arguments, "--chosen") != 0;
        if (arguments.size() < 2) {
            std::cerr << "usage: histo_cl_foreign_sources FOLDER [--chosen] PROFILE...\n"
                         "       histo_cl_foreign_sources --list VENDOR...\n";
            return 2;
        }
        write_programs(arguments[0], std::span(arguments).subspan(1), !chosen_only);
    } catch (const std::exception& error) {
        std::cerr << "histo_cl_foreign_sources: " << error.what() << '\n';
        return 1;
    }
}
