// Memory given by its address: SVM and USM of devices that support them, and USM of a simulated driver. The
// tests check counts, and rejected jobs.

#include "api/fixture.hpp"
#include "api/made_up_driver.hpp"
#include "support/command_buffer.hpp"
#include "support/counters.hpp"
#include "support/random.hpp"
#include "support/svm.hpp"

#include <histo_cl/statistics.hpp>

#include <numeric>
#include <optional>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

/// Whether the buffers of the simulated driver have the same addresses as its USM, as on a CPU. Rusticl,
/// which has a loop limit, is an exception.
bool has_buffers_in_place() {
    return test_device().profile().type == DeviceType::cpu && test_device().profile().loop_limit == 0;
}

/// Calls `use(space)` for each kind of memory that the device supports, really or simulated.
template <class Use>
void in_each_space(const Use& use) {
    if (has_svm()) {
        INFO("SVM");
        use(Svm());
    } else {
        MESSAGE("no shared virtual memory: the device or the OpenCL library has none");
    }
    for (const auto type : all_usm_types)
        if (usm_capabilities(type) != 0) {
            INFO(name(type));
            use(Usm(type));
        }
    if (!has_buffers_in_place()) {
        MESSAGE("USM is made up on CPUs alone");
        return;
    }
    const Pretence pretence({.usm = MadeUpUsm::of_all()});
    for (const auto type : all_usm_types) {
        INFO("made up: ", name(type));
        const auto before = usm_use();
        use(MadeUpUsmMemory(type));
        CHECK(usm_use().arguments > before.arguments);
    }
}

constexpr std::uint64_t element_count = 5000;

/// A problem with its data in one kind of memory, each array after an offset.
class Counted {
  public:
    Counted(const AddressSpace& space, Problem problem, const Options& knobs = {},
            Shape shape = {.count = element_count})
        : problem_(std::move(problem)), shape_(shape), plan_(test_device().plan(problem_, knobs)),
          histograms_(histograms(problem_, shape)),
          content_(Random(1).bytes(element_count * bytes(problem_.sample))),
          mask_content_(Random(2).bytes(problem_.layout.mask ? element_count : 0)),
          weight_content_(
              Random(3).bytes(problem_.weights.type ? element_count * bytes(*problem_.weights.type) : 0)),
          samples_(space, content_.size() + sample_lead()), mask_(space, mask_content_.size() + mask_lead),
          weights_(space, weight_content_.size() + weight_lead()),
          counts_(space, std::vector<std::uint8_t>(plan_.count_bytes(histograms_) + count_lead, 0xAB)),
          workspace_(space, plan_.workspace_bytes(histograms_) + 64) {
        samples_.write(content_, sample_lead());
        if (problem_.layout.mask) mask_.write(mask_content_, mask_lead);
        if (problem_.weights.type) weights_.write(weight_content_, weight_lead());
    }

    [[nodiscard]] const Plan& plan() const { return plan_; }
    /// The job. Some offsets are part of the addresses, the others are members of the job.
    [[nodiscard]] Job job() const {
        Job job{.samples = samples_.at(2 * bytes(problem_.sample)),
                .sample_offset = 1,
                .shape = shape_,
                .counts = counts_.at(count_lead)};
        if (problem_.layout.mask) {
            job.mask = mask_.at(1);
            job.mask_offset = mask_lead - 1;
        }
        if (problem_.weights.type) {
            job.weights = weights_.at();
            job.weight_offset = 2;
        }
        return job;
    }
    [[nodiscard]] Memory workspace() const { return workspace_.at(16); }
    [[nodiscard]] const Allocation& counts() const { return counts_; }

    [[nodiscard]] std::vector<std::uint64_t> expected(std::uint64_t times = 1) const {
        auto counts = reference_bits(problem_, {content_, shape_, mask_content_, weight_content_});
        for (auto& count : counts)
            count *= times;
        return counts;
    }
    [[nodiscard]] std::vector<std::uint64_t>
    read(const cl::CommandQueue& queue = test_device().queue()) const {
        const auto counters = histograms_ * problem_.counters();
        if (problem_.counter != CounterType::u32)
            return counts_.read<std::uint64_t>(counters, count_lead, queue);
        const auto narrow = counts_.read<std::uint32_t>(counters, count_lead, queue);
        return {narrow.begin(), narrow.end()};
    }

    static constexpr std::size_t count_lead = 8;

  private:
    static constexpr std::size_t mask_lead = 3;
    [[nodiscard]] std::size_t sample_lead() const { return 3 * bytes(problem_.sample); }
    [[nodiscard]] std::size_t weight_lead() const {
        return problem_.weights.type ? 2 * bytes(*problem_.weights.type) : 1;
    }

    Problem problem_;
    Shape shape_;
    Plan plan_;
    std::uint64_t histograms_;
    std::vector<std::byte> content_, mask_content_, weight_content_;
    Allocation samples_, mask_, weights_, counts_, workspace_;
};

/// Enqueues the job with and without a workspace, and checks the counts.
void check_enqueued(const Counted& counted) {
    const auto queue = test_device().make_queue();
    auto job = counted.job();
    counted.plan().enqueue(queue(), job);
    CHECK(counted.read(queue) == counted.expected());
    job.workspace = counted.workspace();
    counted.plan().enqueue(queue(), job);
    CHECK(counted.read(queue) == counted.expected());
    if (counted.plan().problem().counter == CounterType::f64) return;
    job.accumulate = true;
    counted.plan().enqueue(queue(), job);
    CHECK(counted.read(queue) == counted.expected(2));
}

Problem bytes_problem() {
    return {.axes = {even_bins(200, 0, 200)}};
}

} // namespace

TEST_CASE("addresses: samples and counts are enqueued and returned with every merge") {
    in_each_space([](const AddressSpace& space) {
        int cases = 0;
        for (const auto variant : command_variants) {
            INFO("variant: ", name(variant));
            try {
                check_enqueued({space, bytes_problem(), {.knobs = {.variant = variant, .work_groups = 3}}});
                ++cases;
            } catch (const Error& error) {
                CHECK(name(error.status()) == name(Status::unsupported));
            }
        }
        CHECK(cases >= 3);
        for (const auto merge : merges()) {
            INFO("merge: ", name(merge));
            const auto knobs = options(merge);
            const Counted counted(space, bytes_problem(), knobs);
            if (merge != Merge::host) check_enqueued(counted);
            auto job = counted.job();
            job.counts = nullptr;
            CHECK(counted.plan().count(test_device().queue()(), job) == counted.expected());
            CHECK(histogram(test_device().queue()(), bytes_problem(), job, knobs) == counted.expected());
            job.workspace = counted.workspace();
            if (merge == Merge::host)
                check_invalid({"address", "workspace", "host", "cl_mem"},
                              [&] { return counted.plan().count(test_device().queue()(), job); });
            else
                CHECK(counted.plan().count(test_device().queue()(), job) == counted.expected());
        }
    });
}

TEST_CASE("addresses: samples of 2 and 8 bytes, masks, weights, batches, 64-bit counters") {
    in_each_space([](const AddressSpace& space) {
        check_enqueued({space, {.sample = SampleType::u64, .axes = {even_bins(20, 0, 100)}}});
        check_enqueued({space,
                        {.sample = SampleType::u16,
                         .axes = {even_bins(20, 0, 65'536)},
                         .layout = {.mask = true},
                         .batch = Batch::segments,
                         .weights = {.type = SampleType::u32},
                         .counter = CounterType::u64},
                        {},
                        {.count = element_count, .segment = element_count / 4}});
        static constexpr std::array<std::uint64_t, 4> offsets{0, 100, 100, element_count};
        check_enqueued({space, // float sums need a workspace
                        weighted_batch(),
                        options(Merge::atomic),
                        {.count = element_count, .offsets = offsets}});
    });
}

TEST_CASE("addresses: jobs run on queues of either kind, after the events of the wait list") {
    in_each_space([](const AddressSpace& space) {
        const auto content = random_bytes(element_count);
        const Allocation samples(space, content);
        on_each_queue([&](const Plan& made, const cl::CommandQueue& queue) {
            const auto plan = test_device().plan(problem(), options(made.decision().merge));
            const Allocation counts(space, rubbish());
            Gate gate;
            const std::array wait{gate.event()};
            const auto event = enqueue(
                plan, queue,
                {.samples = samples.at(), .shape = {.count = element_count}, .counts = counts.at()}, wait);
            gate.open();
            event.wait();
            CHECK(counts.read<std::uint32_t>(problem_bins, 0, queue) == expected_counts(content));
        });
    });
}

TEST_CASE("addresses: one plan takes addresses and buffers in turn") {
    in_each_space([](const AddressSpace& space) {
        const auto content = random_bytes(element_count);
        const auto plan = test_device().plan(problem(), options(Merge::device));
        const Allocation by_address(space, content);
        const auto buffer = test_device().make_buffer(content);
        for (int turn = 0; turn < 8; ++turn) {
            CAPTURE(turn);
            const Allocation counts(space, rubbish());
            const auto count_buffer = test_device().make_buffer(rubbish());
            const bool input = turn % 2 != 0;
            const bool output = turn / 2 % 2 != 0;
            plan.enqueue(test_device().queue()(), {.samples = input ? by_address.at() : Memory(buffer()),
                                                   .shape = {.count = element_count},
                                                   .counts = output ? counts.at() : Memory(count_buffer())});
            CHECK((output ? counts.read<std::uint32_t>(problem_bins) : counts_in(count_buffer)) ==
                  expected_counts(content));
        }
    });
}

TEST_CASE("addresses: invalid ones are refused, and the counts are untouched") {
    in_each_space([](const AddressSpace& space) {
        const auto content = random_bytes(element_count * 4);
        const auto plan = test_device().plan({.sample = SampleType::u32, .axes = {even_bins(10, 0, 250)}},
                                             options(Merge::device));
        const Allocation samples(space, content);
        const Allocation counts(space, rubbish());
        const Allocation workspace(space, plan.workspace_bytes() + 8);
        const Job good{.samples = samples.at(), .shape = {.count = element_count}, .counts = counts.at()};
        const auto refused = [&](std::initializer_list<std::string_view> words, auto change) {
            auto job = good;
            change(job);
            check_invalid(words, [&] { plan.enqueue(test_device().queue()(), job); });
            CHECK(counts.read<std::uint32_t>(10) == rubbish());
        };
        refused({"pointer of the samples", "null"}, [&](Job& job) { job.samples = space.at(nullptr); });
        refused({"pointer of the counts", "null"}, [&](Job& job) { job.counts = space.at(nullptr); });
        refused({"pointer of the samples", "2 B past a multiple of 4 B"},
                [&](Job& job) { job.samples = samples.at(2); });
        refused({"pointer of the counts", "1 B past a multiple of 4 B"},
                [&](Job& job) { job.counts = counts.at(1); });
        refused({"pointer of the workspace", "4 B past a multiple of 8 B"},
                [&](Job& job) { job.workspace = workspace.at(4); });
        refused({"buffer is given", "no mask"}, [&](Job& job) { job.mask = samples.at(); });
        refused({"samples", "counts", "same memory"}, [&](Job& job) {
            job.samples = job.counts;
            job.shape.count = 1;
        });
        refused({"samples", "counts", "same memory"},
                [&](Job& job) { job.counts = samples.at(element_count * 4 - 40); });
        refused({"workspace", "counts", "same memory"}, [&](Job& job) {
            job.workspace = workspace.at();
            job.counts = workspace.at(4);
        });
        // Non-overlapping parts of one allocation.
        auto job = good;
        job.shape = {.count = element_count - 10};
        job.counts = samples.at((element_count - 10) * 4);
        plan.enqueue(test_device().queue()(), job);
        const auto expected = reference_histogram(
            plan.problem(), std::as_bytes(std::span(content).first((element_count - 10) * 4)));
        CHECK(std::ranges::equal(samples.read<std::uint32_t>(10, (element_count - 10) * 4), expected));
    });
}

TEST_CASE("addresses: one instead of an image is refused, but an image's counts may have one") {
    if (!test_device().profile().images) return;
    in_each_space([](const AddressSpace& space) {
        auto on_image = problem();
        on_image.layout = {.rows = true,
                           .image = ImageLayout{ImageKind::image2d, ChannelType::unsigned_int8}};
        const Allocation pixels(space, random_bytes(64));
        const Allocation counts(space, rubbish());
        const auto plan = test_device().plan(on_image);
        Job job{.samples = pixels.at(),
                .shape = {.region = Region{.width = 8, .height = 8}},
                .counts = counts.at()};
        check_invalid({"address", "samples", "image2d"}, [&] { plan.enqueue(test_device().queue()(), job); });
        auto content = random_bytes(64);
        const cl::Image2D image(test_device().context(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                cl::ImageFormat(CL_R, CL_UNSIGNED_INT8), 8, 8, 0, content.data());
        job.samples = image();
        plan.enqueue(test_device().queue()(), job);
        CHECK(counts.read<std::uint32_t>(problem_bins) == expected_counts(content));
    });
}

TEST_CASE("addresses: a recorded job reads from addresses, and writes to buffers only") {
    if (!has_command_buffers()) {
        MESSAGE("the device has no command buffers");
        return;
    }
    in_each_space([](const AddressSpace& space) {
        const auto plan = test_device().plan(problem(), options(Merge::device));
        const Allocation samples(space, element_count);
        const Allocation room(space, 4096);
        const auto counts = test_device().make_buffer(rubbish());
        const Job job{.samples = samples.at(), .shape = {.count = element_count}, .counts = counts()};
        const CommandBuffer commands(test_device().queue());
        for (auto Job::*const place : {&Job::counts, &Job::workspace}) {
            auto refused = job;
            refused.*place = room.at();
            check_error(Status::unsupported, {"address", "cl_mem is needed"},
                        [&] { plan.record(commands(), test_device().queue()(), refused); });
        }
        plan.record(commands(), test_device().queue()(), job);
        commands.finalize();
        for (std::uint32_t seed = 1; seed <= 5; ++seed) {
            const auto content = random_bytes(element_count, seed);
            samples.write(content);
            commands.enqueue().wait();
            CHECK(counts_in(counts) == expected_counts(content));
        }
    });
}

TEST_CASE("addresses: maps, equalization and summaries take them, and refuse overlaps") {
    in_each_space([](const AddressSpace& space) {
        const auto& on = test_device();
        const auto content = random_bytes(element_count);
        std::vector<std::uint32_t> map(256);
        std::iota(map.rbegin(), map.rend(), 0U);
        const Allocation source(space, content);
        const Allocation levels(space, map);
        const Allocation destination(space, element_count);
        const MapPlan plan(on.context()(), on.id(), SampleType::u8, SampleType::u8);
        MapJob job{.source = source.at(),
                   .destination = destination.at(),
                   .width = element_count,
                   .maps = levels.at()};
        plan.enqueue(on.queue()(), job);
        auto inverted = content;
        for (auto& level : inverted)
            level = static_cast<std::uint8_t>(255 - level);
        CHECK(destination.read<std::uint8_t>(element_count) == inverted);
        job.destination = source.at();
        plan.enqueue(on.queue()(), job); // the destination is also the source
        CHECK(source.read<std::uint8_t>(element_count) == inverted);
        job.destination = source.at(1);
        job.width = element_count - 1;
        check_invalid({"source", "destination", "same memory"}, [&] { plan.enqueue(on.queue()(), job); });
        job.destination = levels.at();
        job.width = 16;
        check_invalid({"maps", "destination", "same memory"}, [&] { plan.enqueue(on.queue()(), job); });

        const std::vector<std::uint32_t> counts{1, 2, 3, 2};
        const Allocation counted(space, counts);
        const Allocation made(space, 16);
        const EqualizationPlan equalization(on.context()(), on.id());
        EqualizationJob equalized{.counts = counted.at(), .bins = 4, .maps = made.at()};
        equalization.enqueue(on.queue()(), equalized);
        CHECK(made.read<std::uint32_t>(4) == equalization_map(std::vector<std::uint64_t>{1, 2, 3, 2}));
        equalized.maps = counted.at();
        check_invalid({"counts", "maps", "same memory"},
                      [&] { equalization.enqueue(on.queue()(), equalized); });
        const SummaryPlan summaries(on.context()(), on.id(), SampleType::u8);
        const Allocation summary(space, summaries.bytes());
        const SummaryJob summed{.samples = destination.at(), .count = element_count, .summary = summary.at()};
        summaries.enqueue(on.queue()(), summed);
        const auto found = summaries.read(summary.read<std::byte>(summaries.bytes()));
        CHECK(found.count == element_count);
        CHECK(found.minimum == *std::ranges::min_element(inverted));
        CHECK(found.maximum == *std::ranges::max_element(inverted));
        auto refused = summed;
        refused.summary = destination.at();
        refused.count = 1;
        refused.samples = destination.at(8);
        check_invalid({"samples", "summary", "same memory"},
                      [&] { summaries.enqueue(on.queue()(), refused); });
    });
}

TEST_CASE("SVM and USM: a device that lacks them is refused with the reason") {
    const auto& on = test_device();
    const Pretence pretence({.usm = MadeUpUsm{}, .no_svm = true});
    const auto plan = on.plan(problem(), options(Merge::device));
    const auto counts = on.make_buffer(rubbish());
    const auto content = random_bytes(1000);
    Job job{.samples = svm_pointer(content.data()), .shape = {.count = 1000}, .counts = counts()};
    const auto enqueue = [&] { plan.enqueue(on.queue()(), job); };
    check_error(Status::unsupported,
                {"SVM pointer", "samples", "no shared virtual memory", "CL_DEVICE_SVM_CAPABILITIES"},
                enqueue);
    job.samples = usm_pointer(content.data());
    check_error(Status::unsupported,
                {"USM pointer", "samples", "no unified shared memory", "cl_intel_unified_shared_memory"},
                enqueue);
    const auto samples = on.make_buffer(content);
    job.samples = samples();
    job.counts = svm_pointer(content.data());
    check_error(Status::unsupported, {"SVM pointer", "counts"}, enqueue);
    CHECK(counts_in(counts) == rubbish());
}

TEST_CASE("SVM: a buffer in the same memory as an address is refused") {
    if (!has_svm()) return;
    const auto& on = test_device();
    const Svm space;
    const Allocation memory(space, random_bytes(4096));
    const cl::Buffer over(on.context(), CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, std::size_t{4096},
                          const_cast<void*>(memory.address()));
    const auto plan = on.plan(problem(), options(Merge::device));
    Job job{.samples = over(), .shape = {.count = 1000}, .counts = memory.at(2048)};
    check_invalid({"samples", "counts", "same memory"}, [&] { plan.enqueue(on.queue()(), job); });
    job.samples = memory.at(2048);
    job.counts = over();
    check_invalid({"samples", "counts", "same memory"}, [&] { plan.enqueue(on.queue()(), job); });
}

TEST_CASE("USM: allocations that do not fit the job are refused") {
    if (!has_buffers_in_place()) return;
    const auto& on = test_device();
    const Pretence pretence({.usm = MadeUpUsm::of_all()});
    const auto plan = on.plan(problem(), options(Merge::device));
    const auto content = random_bytes(1000);
    const MadeUpUsmMemory shared(UsmType::shared);
    const Allocation samples(shared, content);
    const Allocation counts(shared, rubbish());
    const Job good{.samples = samples.at(), .shape = {.count = 1000}, .counts = counts.at()};
    const auto refused = [&](Status status, std::initializer_list<std::string_view> words, auto change) {
        auto job = good;
        change(job);
        check_error(status, words, [&] { plan.enqueue(on.queue()(), job); });
        CHECK(counts.read<std::uint32_t>(problem_bins) == rubbish());
    };
    constexpr auto invalid = Status::invalid_argument;
    refused(invalid, {"USM pointer of the samples", "1000 B", "1001 B are needed"},
            [](Job& job) { job.shape.count = 1001; });
    refused(invalid, {"USM pointer of the samples", "990 B", "1000 B are needed"},
            [&](Job& job) { job.samples = samples.at(10); });
    refused(invalid, {"USM pointer of the counts", "36 B", "40 B are needed"},
            [&](Job& job) { job.counts = counts.at(4); });
    const void* freed = nullptr;
    {
        const Allocation gone(shared, content);
        freed = gone.address();
    }
    refused(invalid, {"USM pointer of the samples", "no allocation of the plan's context"},
            [&](Job& job) { job.samples = usm_pointer(freed); });
    refused(invalid, {"USM pointer of the samples", "no allocation"},
            [&](Job& job) { job.samples = usm_pointer(content.data()); });
    const cl::Context other(cl::Device(on.id(), true));
    const MadeUpUsmMemory elsewhere(UsmType::device, other);
    const Allocation foreign(elsewhere, content);
    refused(invalid, {"USM pointer of the samples", "no allocation of the plan's context"},
            [&](Job& job) { job.samples = foreign.at(); });
    auto* const other_device = reinterpret_cast<cl_device_id>(&freed);
    const MadeUpUsmMemory of_other(UsmType::device, on.context(), other_device);
    const Allocation not_ours(of_other, content);
    refused(invalid, {"USM pointer of the samples", "another device"},
            [&](Job& job) { job.samples = not_ours.at(); });
    plan.enqueue(on.queue()(), good);
    CHECK(counts.read<std::uint32_t>(problem_bins) == expected_counts(content));
}

TEST_CASE("USM: memory that kernels cannot access, or counts without atomics, are refused") {
    if (!has_buffers_in_place()) return;
    const auto& on = test_device();
    const auto content = random_bytes(1000);
    const auto check = [&](const MadeUpUsm& capabilities, const MadeUpUsmMemory& space, bool reads,
                           bool element_counts, std::string_view type) {
        CAPTURE(type);
        const Pretence pretence({.usm = capabilities});
        const auto plan = on.plan(problem(), options(Merge::atomic));
        const Allocation samples(space, content);
        const Allocation counts(space, rubbish());
        const auto buffer = on.make_buffer(rubbish());
        const auto sample_buffer = on.make_buffer(content);
        const auto read = [&] {
            plan.enqueue(on.queue()(),
                         {.samples = samples.at(), .shape = {.count = 1000}, .counts = buffer()});
        };
        const auto write = [&] {
            plan.enqueue(on.queue()(),
                         {.samples = sample_buffer(), .shape = {.count = 1000}, .counts = counts.at()});
        };
        if (reads) {
            read();
            CHECK(counts_in(buffer) == expected_counts(content));
        } else {
            check_error(Status::unsupported, {"samples", type, "no access"}, read);
        }
        if (element_counts) {
            write();
            CHECK(counts.read<std::uint32_t>(problem_bins) == expected_counts(content));
        } else {
            check_error(Status::unsupported, {"counts", type, reads ? "no atomics" : "no access"}, write);
        }
    };
    constexpr auto all = MadeUpUsm::all;
    constexpr auto plain = MadeUpUsm::plain;
    check({.device = all}, MadeUpUsmMemory(UsmType::device), true, true, "device USM");
    check({.device = plain}, MadeUpUsmMemory(UsmType::device), true, false, "device USM");
    check({.device = all}, MadeUpUsmMemory(UsmType::host), false, false, "host USM");
    check({.device = all, .host = plain}, MadeUpUsmMemory(UsmType::host), true, false, "host USM");
    check({.device = all, .shared = all}, MadeUpUsmMemory(UsmType::shared), true, true, "shared USM");
    check({.device = all, .shared = all}, MadeUpUsmMemory(UsmType::shared, on.context(), nullptr), false,
          false, "shared USM of another device");
    check({.device = all, .cross_device = all}, MadeUpUsmMemory(UsmType::shared, on.context(), nullptr), true,
          true, "shared USM of another device");
}

TEST_CASE("USM: any host memory is read where the device supports that") {
    if (!has_buffers_in_place()) return;
    const auto& on = test_device();
    const Pretence pretence({.usm = MadeUpUsm{.device = MadeUpUsm::all, .system = MadeUpUsm::all}});
    const auto plan = on.plan(problem(), options(Merge::device));
    const auto content = random_bytes(1000);
    const auto counts = on.make_buffer(rubbish());
    plan.enqueue(on.queue()(),
                 {.samples = usm_pointer(content.data()), .shape = {.count = 1000}, .counts = counts()});
    CHECK(counts_in(counts) == expected_counts(content));
}
