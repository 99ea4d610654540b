#include "proof.hpp"

#include "guarded_counts.hpp"
#include "random_job.hpp"

#include <deque>

namespace histo_cl::test {
namespace {

constexpr std::size_t max_launch_samples = 100'003 + 19;

constexpr std::array<Slice, 15> full_set{{{0, 0},
                                          {3, 1},
                                          {0, 2},
                                          {1, 15},
                                          {0, 16},
                                          {5, 17},
                                          {0, 255},
                                          {7, 256},
                                          {2, 257},
                                          {0, 1009},
                                          {11, 4096},
                                          {13, 7919},
                                          {0, 65'536},
                                          {0, 100'003},
                                          {19, 100'003}}};
constexpr std::array<Slice, 5> small_set{{{0, 0}, {3, 1}, {5, 17}, {0, 257}, {1, 1009}}};

constexpr std::array<std::string_view, 8> all_data{"constant", "uniform",   "extremes", "two values",
                                                   "ramp",     "long ramp", "skewed",   "out of range"};
constexpr std::size_t small_data = 3; // number of kinds of data with the small size

/// Keeps the last plans, so that the next ones share their programs.
void keep_for_a_while(const Plan& plan) {
    static std::deque<Plan> last;
    last.push_back(plan);
    if (last.size() > 64) last.pop_front();
}

} // namespace

bool small_size() {
    const char* const size = std::getenv("HISTO_CL_TEST_SIZE");
    return size != nullptr && std::string_view(size) == "small";
}

std::optional<std::uint64_t> number_in(const char* variable) {
    const char* const text = std::getenv(variable);
    if (text == nullptr) return std::nullopt;
    return std::stoull(text);
}

std::span<const Slice> slices() {
    if (small_size()) return small_set;
    return full_set;
}
std::span<const Slice> few_slices() {
    return small_set;
}
std::span<const std::string_view> data_kinds() {
    return std::span(all_data).first(small_size() ? small_data : all_data.size());
}

Expectations::Expectations(const Problem& problem) : problem_(problem) {}

Expectations::Kind& Expectations::kind(std::string_view data) {
    auto& kind = kinds_[data];
    if (kind.bytes.empty()) {
        kind.bytes = make_samples(problem_, data, small_size() ? 2048 : max_launch_samples);
        kind.buffer = test_device().make_buffer(kind.bytes, CL_MEM_READ_ONLY);
        keep_until_exit(kind.buffer);
    }
    return kind;
}

const cl::Buffer& Expectations::samples(std::string_view data) {
    return kind(data).buffer;
}

const std::vector<std::uint64_t>& Expectations::counts(std::string_view data, Slice slice) {
    auto& all = kind(data);
    auto& counts = all.counts[{slice.offset, slice.count}];
    if (counts.empty()) {
        const auto size = bytes(problem_.sample);
        counts = reference_histogram(problem_,
                                     std::span(all.bytes).subspan(slice.offset * size, slice.count * size))
                     .counts;
    }
    return counts;
}

std::string differences(const Plan& plan, Expectations& expected, std::span<const std::string_view> data,
                        std::span<const Slice> parts) {
    const auto& device = test_device();
    const GuardedCounts counts(plan);
    const auto workspace = device.make_buffer(plan.workspace_bytes());
    keep_until_exit(workspace);
    for (const auto kind : data)
        for (const auto slice : parts) {
            const Job job{.samples = expected.samples(kind)(),
                          .sample_offset = slice.offset,
                          .shape = {.count = slice.count},
                          .workspace = given_workspace(plan, workspace)};
            const auto wrong = difference(counts.count(plan, job), expected.counts(kind, slice),
                                          plan.problem().counter, plan.problem().counters());
            if (!wrong.empty())
                return std::string(kind) + ", " + std::to_string(slice.count) + " samples from " +
                       std::to_string(slice.offset) + ": " + wrong;
        }
    return "";
}

std::vector<std::uint64_t> count(const Problem& problem, std::span<const std::byte> samples,
                                 const Options& options) {
    const auto& device = test_device();
    const auto plan = make_plan(problem, options);
    const auto buffer = device.make_buffer(samples, CL_MEM_READ_ONLY);
    const GuardedCounts counts(plan);
    const auto workspace = device.make_buffer(plan.workspace_bytes());
    keep_until_exit(buffer);
    keep_until_exit(workspace);
    const Job job{.samples = buffer(),
                  .shape = {.count = samples.size() / bytes(problem.sample)},
                  .workspace = given_workspace(plan, workspace)};
    return counts.count(plan, job).value();
}

bool merges_by_atomics_only(Variant variant) {
    return variant == Variant::global_atomic || variant == Variant::local_packed ||
           variant == Variant::hot_bin_cache || variant == Variant::partitioned;
}

bool is_cut_short(Variant variant) {
    return test_device().profile().loop_limit != 0 &&
           (variant == Variant::item_pairs || variant == Variant::item_packed);
}

Plan make_plan(const Problem& problem, const Options& options) {
    auto plan = test_device().plan(problem, options);
    keep_for_a_while(plan);
    keep_until_exit(plan);
    // Under Oclgrind, the buffers made here keep, until exit, the addresses of the buffers that the plan
    // released after its trial launch.
    const auto counters = std::uint64_t{plan.problem().counters()};
    const auto row = plan.workspace_bytes() / plan.decision().work_groups;
    keep_until_exit(test_device().make_buffer(std::max({row, 16 * counters, std::uint64_t{16}}) + 16));
    keep_until_exit(test_device().make_buffer(std::max<std::size_t>(plan.count_bytes(), 8)));
    return plan;
}

std::optional<Plan> try_plan(const Problem& problem, const Options& options, std::string& why) {
    try {
        return make_plan(problem, options);
    } catch (const Error& error) {
        if (error.status() != Status::unsupported) throw;
        why = error.what();
        return std::nullopt;
    }
}

std::vector<SampleType> sample_types() {
    std::vector<SampleType> types(all_sample_types.begin(), all_sample_types.end());
    if (small_size())
        std::erase_if(types, [](SampleType type) {
            return type == SampleType::i8 || type == SampleType::u16 || type == SampleType::u32 ||
                   type == SampleType::u64;
        });
    return types;
}

} // namespace histo_cl::test
