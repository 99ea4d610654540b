#include "proof.hpp"

#include <cstring>

namespace histo_cl::test {
namespace {

constexpr std::size_t most_samples = 100'003 + 19;

constexpr std::array<Shape, 15> full_set{{{0, 0},
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
constexpr std::array<Shape, 5> small_set{{{0, 0}, {3, 1}, {5, 17}, {0, 257}, {1, 1009}}};

constexpr std::array small_data{Data::constant, Data::uniform, Data::extremes};

bool under_oclgrind() {
    return test_device().profile().platform == "Oclgrind";
}

/// Keeps what a simulator must not see released. Oclgrind 21.10 gives the addresses of released buffers to
/// new ones in another order than it gives their shadow memory, so that a larger buffer can get a smaller
/// one's shadow: false findings, even crashes.
template <class Object>
void keep_until_exit(const Object& object) {
    static std::vector<Object> kept;
    if (under_oclgrind()) kept.push_back(object);
}

/// The caller's counters between guard words, in a sub-buffer of a larger buffer.
class GuardedCounts {
  public:
    explicit GuardedCounts(const Plan& plan)
        : before_(test_device().profile().base_address_align_bytes / sizeof(std::uint32_t)),
          words_(plan.count_bytes() / sizeof(std::uint32_t)), rubbish_(before_ + words_ + after, guard_word),
          whole_(test_device().make_buffer(rubbish_)) {
        const cl_buffer_region region{before_ * sizeof(std::uint32_t),
                                      (words_ + after) * sizeof(std::uint32_t)};
        cl::Buffer whole = whole_; // CLHPP's call is not const
        counts_ = whole.createSubBuffer(CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region);
        keep_until_exit(counts_);
    }

    /// Rubbish, for a job that overwrites it. Oclgrind 21.10 takes what clEnqueueFillBuffer writes for
    /// uninitialised, so there the counters are set to zero from the host, for a job that adds to them.
    void prepare(Job& job) const {
        auto words = rubbish_;
        job.counts = counts_();
        job.accumulate = under_oclgrind();
        if (job.accumulate) std::fill_n(words.begin() + static_cast<std::ptrdiff_t>(before_), words_, 0U);
        test_device().queue().enqueueWriteBuffer(whole_, CL_TRUE, 0, words.size() * sizeof words[0],
                                                 words.data());
    }

    /// The counters; nothing if a guard word was written.
    [[nodiscard]] std::optional<std::vector<std::uint64_t>> read(const Problem& problem) const {
        const auto words = test_device().read_back<std::uint32_t>(whole_, rubbish_.size());
        const auto counters = std::span(words).subspan(before_, words_);
        const auto untouched = [](std::uint32_t word) { return word == guard_word; };
        if (!std::ranges::all_of(std::span(words).first(before_), untouched) ||
            !std::ranges::all_of(std::span(words).last(after), untouched))
            return std::nullopt;
        std::vector<std::uint64_t> counts(problem.bins());
        if (problem.counter == CounterType::u64) {
            std::memcpy(counts.data(), counters.data(), counters.size_bytes());
        } else {
            std::ranges::copy(counters, counts.begin());
        }
        return counts;
    }

  private:
    static constexpr std::uint32_t guard_word = 0xdeadbeef;
    static constexpr std::size_t after = 16;

    std::size_t before_;
    std::size_t words_;
    std::vector<std::uint32_t> rubbish_;
    cl::Buffer whole_;
    cl::Buffer counts_;
};

std::string describe(Data data, Shape shape) {
    return std::string(name(data)) + ", " + std::to_string(shape.count) + " samples from " +
           std::to_string(shape.offset);
}

} // namespace

std::span<const Shape> all_shapes() {
    return full_set;
}
std::span<const Shape> few_shapes() {
    return small_set;
}

bool small_size() {
    const char* const size = std::getenv("HISTO_CL_TEST_SIZE");
    return size != nullptr && std::string_view(size) == "small";
}

std::span<const Shape> shapes() {
    return small_size() ? few_shapes() : all_shapes();
}
std::span<const Data> data_kinds() {
    if (small_size()) return small_data;
    return all_data;
}

Expectations::Expectations(const Problem& problem) : problem_(problem) {}

Expectations::Kind& Expectations::kind(Data data) {
    auto& kind = kinds_[data];
    if (kind.bytes.empty()) {
        kind.bytes = make_samples(problem_, data, small_size() ? 2048 : most_samples);
        kind.buffer = test_device().make_buffer(kind.bytes, CL_MEM_READ_ONLY);
        keep_until_exit(kind.buffer);
    }
    return kind;
}

const cl::Buffer& Expectations::samples(Data data) {
    return kind(data).buffer;
}

const std::vector<std::uint64_t>& Expectations::counts(Data data, Shape shape) {
    auto& all = kind(data);
    auto& counts = all.counts[{shape.offset, shape.count}];
    if (counts.empty()) {
        const auto size = bytes(problem_.sample);
        counts = reference_histogram(problem_,
                                     std::span(all.bytes).subspan(shape.offset * size, shape.count * size));
    }
    return counts;
}

std::string differences(const Plan& plan, Expectations& expected, std::span<const Data> data,
                        std::span<const Shape> shapes) {
    const auto& device = test_device();
    const GuardedCounts counts(plan);
    const auto workspace = device.make_buffer(plan.workspace_bytes());
    keep_until_exit(workspace);
    for (const auto kind : data) {
        for (const auto shape : shapes) {
            Job job{.samples = expected.samples(kind)(),
                    .offset = shape.offset,
                    .count = shape.count,
                    .workspace = workspace()};
            counts.prepare(job);
            plan.enqueue(device.queue()(), job);
            const auto got = counts.read(plan.problem());
            if (!got) return describe(kind, shape) + ": wrote beside the counters";
            const auto& want = expected.counts(kind, shape);
            for (std::size_t bin = 0; bin < want.size(); ++bin)
                if ((*got)[bin] != want[bin])
                    return describe(kind, shape) + ": bin " + std::to_string(bin) + " has " +
                           std::to_string((*got)[bin]) + ", the reference " + std::to_string(want[bin]);
        }
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
    Job job{.samples = buffer(), .count = samples.size() / bytes(problem.sample), .workspace = workspace()};
    counts.prepare(job);
    plan.enqueue(device.queue()(), job);
    return counts.read(problem).value();
}

Options fresh(Variant variant) {
    Options options;
    options.variant = variant;
    options.program_cache = false;
    return options;
}

Plan make_plan(const Problem& problem, const Options& options) {
    auto plan = test_device().plan(problem, options);
    keep_until_exit(plan);
    // The plan has released the buffer of its trial launch: another of the same size takes its address for
    // good.
    keep_until_exit(
        test_device().make_buffer(std::max<std::size_t>(plan.problem().bins() * sizeof(std::uint32_t), 8)));
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

Problem trap_problem(SampleType sample) {
    Problem problem{.sample = sample};
    switch (sample) {
    case SampleType::u8: problem.binning = even_bins(100, 10, 240); break;
    case SampleType::i8: problem.binning = even_bins(37, -100, 120.5); break;
    case SampleType::u16: problem.binning = even_bins(200, 1000, 60'000); break;
    case SampleType::i16: problem.binning = even_bins(256, -32'768, 32'768); break;
    case SampleType::u32: problem.binning = even_bins(250, 0, 4'294'967'296); break;
    case SampleType::i32: problem.binning = even_bins(100, -1'500'000'000, 1'500'000'000); break;
    case SampleType::u64: problem.binning = even_bins(100, 0, 0x1p64); break;
    case SampleType::i64:
        problem.binning = edge_bins({-4'000'000'000'000'000'000, -1'000'000'007, -1, 0, 1, 2.5, 3e9, 4e18});
        break;
    case SampleType::f32: problem.binning = even_bins(100, -1, 1.1); break;
    case SampleType::f64: problem.binning = even_bins(77, 0, 10); break;
    }
    problem.counter = static_cast<int>(sample) % 2 == 0 ? CounterType::u32 : CounterType::u64;
    return problem;
}

std::vector<SampleType> sample_types() {
    std::vector<SampleType> types;
    for (const auto type : all_sample_types)
        if (type != SampleType::f64 || test_device().profile().fp64) types.push_back(type);
    if (small_size())
        std::erase_if(types, [](SampleType type) {
            return type == SampleType::i8 || type == SampleType::u16 || type == SampleType::u32 ||
                   type == SampleType::u64;
        });
    return types;
}

} // namespace histo_cl::test
