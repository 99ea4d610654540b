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
#include "program/kernel_source.hpp"

#include <histo_cl/decision.hpp>
#include <histo_cl/error.hpp>
#include <histo_cl/kernel_source.hpp>
#include <histo_cl/problem.hpp>

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
using histo_cl::test::NamedProfile;

namespace {

struct NamedProblem {
    std::string name; ///< name in the table programs.tsv
    Problem problem;
};

/// A variety of problems: every kind of bins, few and many of them, several layouts, weights and batches.
const std::vector<NamedProblem>& foreign_problems() {
    static const std::vector<NamedProblem> problems = [] {
        const auto flat = [](SampleType sample, Binning bins) {
            return Problem{.sample = sample, .axes = {std::move(bins)}};
        };
        std::vector<double> uneven;
        for (int i = 0; i <= 1000; ++i)
            uneven.push_back(i + i * i / 100.0);

        Problem wide = flat(SampleType::u64, even_bins(5000, 0, 1'000'000'007));
        wide.counter = CounterType::u64;
        Problem rgb{.sample = SampleType::u8,
                    .axes = {identity_bins(256), identity_bins(256), identity_bins(256)}};
        Problem rows = rgb;
        rows.layout = {.channels = 4, .rows = true, .mask = true};
        Problem joint{
            .sample = SampleType::f32, .axes = {even_bins(64, -1, 1), even_bins(64, 0, 5)}, .joint = true};
        Problem weighted = flat(SampleType::f32, even_bins(100, 0, 1));
        weighted.weights.type = SampleType::f32;
        weighted.counter = CounterType::f64;
        Problem interleaved = weighted;
        interleaved.weights.vectors = 2;
        interleaved.weights.stride = 8;
        Problem of_rows = weighted;
        of_rows.layout.rows = true;
        of_rows.weights.per = WeightPer::row;
        Problem summed = flat(SampleType::u8, identity_bins(256));
        summed.weights.type = SampleType::i32;
        summed.counter = CounterType::i64;
        Problem tiles = flat(SampleType::u16, even_bins(256, 0, 4096));
        tiles.layout.rows = true;
        tiles.batch = Batch::tiles;
        Problem ragged = flat(SampleType::f32, even_bins(50, 0, 1));
        ragged.batch = Batch::ragged;
        ragged.out_of_range = OutOfRange::counted;
        Problem circular = flat(SampleType::f32, circular_bins(360, 0, 6.25));
        Problem custom = flat(SampleType::f32, custom_bins(64, "sqrt(x) * 8"));
        circular.out_of_range = custom.out_of_range = OutOfRange::counted;
        Problem image = flat(SampleType::f32, even_bins(64, 0, 1));
        image.layout = {
            .channels = 4, .rows = true, .image = ImageLayout{ImageKind::image2d, ChannelType::unorm_int8}};
        Problem columns{.axes = std::vector<Binning>(28, identity_bins(256))};
        columns.weights.type = SampleType::f32;
        columns.weights.vectors = 2;
        columns.weights.counts = columns.weights.narrow = true;
        columns.counter = CounterType::f64;
        Problem listed{.axes = std::vector<Binning>(968, identity_bins(16)),
                       .layout = {.indices = SampleType::u32}};

        return std::vector<NamedProblem>{
            {"u8, 256 values", flat(SampleType::u8, identity_bins(256))},
            {"u8, 10 bins", flat(SampleType::u8, even_bins(10, 0, 250))},
            {"u16, 1024 bins", flat(SampleType::u16, even_bins(1024, 0, 65536))},
            {"u16, 65536 values", flat(SampleType::u16, identity_bins(65536))},
            {"i32, 1000 bins", flat(SampleType::i32, even_bins(1000, -5000, 12345))},
            {"u64, 5000 bins", wide},
            {"f16, 256 bins", flat(SampleType::f16, even_bins(256, -4, 4))},
            {"f32, 256 bins", flat(SampleType::f32, even_bins(256, 0, 1))},
            {"f32, 1000 bins", flat(SampleType::f32, even_bins(1000, -3, 7))},
            {"f32, 20000 bins", flat(SampleType::f32, even_bins(20'000, -3, 7))},
            {"f32, 100000 bins", flat(SampleType::f32, even_bins(100'000, -3, 7))},
            {"f32, 2^20 bins", flat(SampleType::f32, even_bins(1U << 20, 0, 1))},
            {"f32, 1000 edges", flat(SampleType::f32, edge_bins(uneven))},
            {"f32, 300 log bins", flat(SampleType::f32, log_bins(300, 0.001, 1000))},
            {"f32, 360 circular bins, NaN counted", circular},
            {"f32, 64 custom bins, outside counted", custom},
            {"f64, 1000 bins", flat(SampleType::f64, even_bins(1000, -3, 7))},
            {"RGB of u8", rgb},
            {"RGB of RGBA, rows, mask", rows},
            {"2 x f32, joint, 64 x 64", joint},
            {"u8, weights of i32", summed},
            {"f32, weights of f32", weighted},
            {"f32, two interleaved weights", interleaved},
            {"f32, weights of rows", of_rows},
            {"u16, tiles", tiles},
            {"f32, ragged, outside counted", ragged},
            {"pixels of an image", image},
            {"28 x u8, 256 values, two weights", columns},
            {"968 x u8, 16 values, by index", listed},
        };
    }();
    return problems;
}

/// A program, and its columns in the table.
struct Program {
    std::string problem;
    std::string variant;
    std::string_view choice;
    Decision decision; ///< for a program without variants, only a work-group size
    KernelSource source;
};

/// Returns the decision, or nothing if no variant can run, or if the forced one cannot.
std::optional<Decision> decision_of(const DeviceProfile& profile, const Problem& problem,
                                    std::optional<Variant> forced) {
    try {
        return choose(profile, problem, {.knobs = {.variant = forced}});
    } catch (const Error& error) {
        if (error.status() == Status::unsupported) return std::nullopt;
        throw;
    }
}

Program program_of(const NamedProblem& named, std::string_view choice, Decision decision) {
    auto source = kernel_source(named.problem, decision);
    return {named.name, std::string(method_name(decision)), choice, std::move(decision), std::move(source)};
}

/// Adds the programs of histograms: for each problem, that of the chosen variant and, if `with_forced`, those
/// of all other variants that can be forced.
void add_histograms(std::vector<Program>& programs, const DeviceProfile& profile, bool with_forced) {
    for (const auto& named : foreign_problems()) {
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

/// Adds all other programs. They have no variants.
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
                             .layout = {.indices = SampleType::u32},
                             .weights = {.type = SampleType::f32},
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
