// Plan::record: repeated executions of a command buffer, and rejected jobs.

#include "api/fixture.hpp"
#include "device/device.hpp"
#include "support/command_buffer.hpp"
#include "support/counters.hpp"
#include "support/random.hpp"

#include <optional>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

bool can_record() {
    if (has_command_buffers()) return true;
    MESSAGE("the device has no command buffers");
    return false;
}

/// A case to record: a problem, the shape of its data, and how it is counted.
struct Case {
    Problem problem = {.axes = {even_bins(200, 0, 200)}};
    Options options = {};
    Shape shape = {.count = elements};
    bool accumulate = false;
    bool workspace = false; ///< the job has a workspace
    cl_command_queue_properties queue = 0;

    static constexpr std::uint64_t elements = 6000;
};

/// Weights whose sums are exact.
std::vector<std::byte> random_weights(std::optional<SampleType> type, std::uint64_t seed) {
    if (!type) return {};
    if (type != SampleType::f32) return Random(seed).bytes(Case::elements * bytes(*type));
    Random random(seed);
    std::vector<float> weights(Case::elements);
    for (auto& weight : weights)
        weight = static_cast<float>(random.whole(-1000, 1000)) / 8;
    const auto all = std::as_bytes(std::span(weights));
    return {all.begin(), all.end()};
}

/// A recorded case, with buffers whose content changes from one execution to the next.
class Recorded {
  public:
    explicit Recorded(Case of)
        : of_(std::move(of)), plan_(test_device().plan(of_.problem, of_.options)),
          queue_(test_device().make_queue(of_.queue)),
          counters_(histograms(of_.problem, of_.shape) * of_.problem.counters()), sums_(counters_),
          samples_(test_device().make_buffer(Case::elements)),
          mask_(test_device().make_buffer(Case::elements)),
          weights_(test_device().make_buffer(Case::elements * 8)), commands_(queue_) {
        const auto histograms = histo_cl::histograms(of_.problem, of_.shape);
        counts_ = test_device().make_buffer(Bytes(plan_.count_bytes(histograms), of_.accumulate ? 0 : 0xAB));
        workspace_ = test_device().make_buffer(Bytes(plan_.workspace_bytes(histograms), 0xAB));
        Job job{.samples = samples_(),
                .shape = of_.shape,
                .counts = counts_(),
                .accumulate = of_.accumulate,
                .workspace = of_.workspace ? workspace_() : nullptr};
        if (of_.problem.layout.mask) job.mask = mask_();
        if (of_.problem.weights.type) job.weights = weights_();
        plan_.record(commands_(), queue_(), job);
        // Enqueues the same kernels with other arguments, which must not change the recorded commands.
        if (of_.problem.batch == Batch::one) {
            const auto elsewhere = test_device().make_buffer(Bytes(plan_.count_bytes(), 0));
            job.shape = {.count = 1};
            job.counts = elsewhere();
            job.accumulate = true;
            plan_.enqueue(queue_(), job);
            queue_.finish();
        }
        commands_.finalize();
    }

    /// Counts new content, and compares the counts with the reference's.
    void execute(std::uint64_t seed) {
        const auto samples = Random(seed).bytes(Case::elements);
        const auto mask = Random(seed + 1).bytes(of_.problem.layout.mask ? Case::elements : 0);
        const auto weights = random_weights(of_.problem.weights.type, seed + 2);
        write(samples_, samples);
        write(mask_, mask);
        write(weights_, weights);
        commands_.enqueue().wait();
        auto want = reference_bits(of_.problem, {samples, of_.shape, mask, weights});
        if (of_.accumulate)
            for (std::size_t i = 0; i < want.size(); ++i)
                want[i] = sums_[i] += want[i];
        CHECK(counts() == want);
    }

  private:
    void write(const cl::Buffer& buffer, std::span<const std::byte> content) const {
        test_device().write(buffer, content);
    }

    [[nodiscard]] std::vector<std::uint64_t> counts() const {
        const auto& device = test_device();
        if (of_.problem.counter != CounterType::u32)
            return device.read_back<std::uint64_t>(counts_, counters_);
        const auto narrow = device.read_back<std::uint32_t>(counts_, counters_);
        return {narrow.begin(), narrow.end()};
    }

    Case of_;
    Plan plan_;
    cl::CommandQueue queue_;
    std::size_t counters_;
    std::vector<std::uint64_t> sums_;
    cl::Buffer samples_, mask_, weights_, counts_, workspace_;
    CommandBuffer commands_;
};

void check_recorded(const Case& of) {
    Recorded recorded(of);
    for (std::uint64_t seed = 1; seed <= 20; ++seed)
        recorded.execute(seed);
}

} // namespace

TEST_CASE("recorded: variants of all commands with every merge, executed with changing samples") {
    if (!can_record()) return;
    for (const auto variant : command_variants) {
        int cases = 0;
        for (const auto merge : enqueued_merges()) {
            INFO("variant: ", name(variant), ", merge: ", name(merge));
            try {
                check_recorded(
                    {.options = {.knobs = {.variant = variant, .work_groups = 3, .merge = merge}}});
                ++cases;
            } catch (const Error& error) {
                CHECK(name(error.status()) == name(Status::unsupported));
            }
        }
        INFO("variant: ", name(variant));
        CHECK(cases >= 1);
    }
}

TEST_CASE("recorded: layouts, batches, weights, several launches and queues of either kind count right") {
    if (!can_record()) return;
    const Options device_merge{
        .knobs = {.variant = Variant::local_atomic, .work_groups = 3, .merge = Merge::device}};
    check_recorded({});
    check_recorded({.options = device_merge, .accumulate = true});
    check_recorded({.options = device_merge, .workspace = true});
    if (test_device().has_out_of_order_queues())
        check_recorded({.options = device_merge, .queue = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE});
    for (const auto merge : enqueued_merges()) {
        INFO("several launches, merge: ", name(merge));
        auto options = device_merge;
        options.knobs.merge = merge;
        options.samples_per_launch = 1700;
        for (const bool workspace : {false, true})
            check_recorded({.options = options, .workspace = workspace});
        check_recorded({.options = options, .accumulate = true, .workspace = true});
    }
    Case segments{.shape = {.count = Case::elements, .segment = Case::elements / 4}};
    segments.problem.batch = Batch::segments;
    check_recorded(segments);
    static constexpr std::array<std::uint64_t, 4> offsets{0, 100, 100, Case::elements};
    for (const bool workspace : {false, true})
        check_recorded({.problem = weighted_batch(),
                        .options = options(Merge::atomic),
                        .shape = {.count = Case::elements, .offsets = offsets},
                        .workspace = workspace});
    Case whole{.accumulate = true};
    whole.problem.weights.type = SampleType::u32;
    whole.problem.counter = CounterType::u64;
    check_recorded(whole);
}

TEST_CASE("recorded: a job counts the axes that it listed, as columns and in passes") {
    if (!can_record()) return;
    const auto& device = test_device();
    for (const auto sample : {SampleType::u8, SampleType::u16}) {
        const Problem columns{.sample = sample,
                              .axes = std::vector<Binning>(6, even_bins(16, 0, 256)),
                              .counter = CounterType::u64};
        const auto plan = device.plan(columns);
        CHECK(plan.decision().columns == (sample == SampleType::u8));
        constexpr std::uint64_t rows = 500;
        const auto bytes_of_rows = rows * columns.axes.size() * bytes(sample);
        const auto samples = device.make_buffer(bytes_of_rows);
        const auto counts = device.make_buffer(plan.count_bytes());
        const auto elsewhere = device.make_buffer(plan.count_bytes());
        const CommandBuffer commands(device.queue());
        std::vector<std::uint32_t> axes{1, 4};
        Job job{.samples = samples(), .shape = {.count = rows}, .counts = counts(), .axes = axes};
        plan.record(commands(), device.queue()(), job);
        axes = {0, 5}; // the recording has a copy
        job.axes = axes;
        job.counts = elsewhere();
        plan.enqueue(device.queue()(), job);
        commands.finalize();
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            const auto content = Random(seed).bytes(bytes_of_rows);
            device.write(samples, content);
            commands.enqueue().wait();
            auto want = reference_bits(columns, {.samples = content});
            for (std::size_t at = 0; at < want.size(); ++at)
                if (at / 16 != 1 && at / 16 != 4) want[at] = 0;
            CHECK(device.read_back<std::uint64_t>(counts, want.size()) == want);
        }
    }
}

TEST_CASE("recorded: an image with changing pixels is counted") {
    if (!can_record() || !test_device().profile().images) return;
    const auto& device = test_device();
    constexpr std::size_t side = 64;
    const cl::Image2D image(device.context(), CL_MEM_READ_ONLY, cl::ImageFormat(CL_R, CL_UNSIGNED_INT8), side,
                            side);
    auto on_image = problem();
    on_image.layout = {.rows = true, .image = ImageLayout{ImageKind::image2d, ChannelType::unsigned_int8}};
    const auto counts = device.make_buffer(rubbish());
    const CommandBuffer commands(device.queue());
    const auto plan = device.plan(on_image);
    plan.record(
        commands(), device.queue()(),
        {.samples = image(), .shape = {.region = Region{.width = side, .height = side}}, .counts = counts()});
    commands.finalize();
    for (std::uint32_t seed = 1; seed <= 5; ++seed) {
        const auto pixels = random_bytes(side * side, seed);
        device.queue().enqueueWriteImage(image, CL_TRUE, {0, 0, 0}, {side, side, 1}, 0, 0, pixels.data());
        device.queue().finish();
        commands.enqueue().wait();
        CHECK(counts_in(counts) == expected_counts(pixels));
    }
}

TEST_CASE("recorded: several jobs in one command buffer run in the order of their sync points") {
    if (!can_record()) return;
    const auto& device = test_device();
    for (const auto kind : queue_kinds())
        for (const auto merge : enqueued_merges()) {
            INFO("merge: ", name(merge), ", queue: ", kind);
            const SmallJob counted;
            const auto queue = device.make_queue(kind);
            const CommandBuffer commands(queue);
            auto job = counted.job();
            job.shape = {.count = 1000};
            cl_sync_point_khr done = 0;
            plan_for(merge).record(commands(), queue(), job, {}, &done);
            job.accumulate = true;
            for (job.sample_offset = 1000; job.sample_offset < 5000; job.sample_offset += 1000) {
                const std::array wait{done};
                plan_for(merge).record(commands(), queue(), job, wait, &done);
            }
            commands.finalize();
            for (int i = 0; i < 5; ++i) {
                commands.enqueue().wait();
                CHECK(counts_in(counted.counts) == expected_counts(counted.content));
            }
        }
}

TEST_CASE("recorded: executions wait for their events, and take turns with enqueues on a queue") {
    if (!can_record()) return;
    const auto& device = test_device();
    for (const auto merge : enqueued_merges()) {
        INFO("merge: ", name(merge));
        const auto& plan = plan_for(merge);
        const SmallJob counted;
        const auto queue = device.make_queue();
        const CommandBuffer commands(queue);
        auto job = counted.job();
        enqueue(plan, queue, job).wait();
        job.accumulate = true;
        plan.record(commands(), queue(), job);
        commands.finalize();
        Gate gate;
        const auto held = commands.enqueue({gate.event()});
        queue.flush();
        CHECK(status_of(held) > CL_COMPLETE);
        CHECK(counts_in(counted.counts) == expected_counts(counted.content));
        gate.open();
        for (int i = 0; i < 10; ++i) {
            static_cast<void>(commands.enqueue());
            plan.enqueue(queue(), job);
        }
        queue.finish();
        CHECK(counts_in(counted.counts) == times(expected_counts(counted.content), 22));
    }
}

TEST_CASE("recorded: the plan keeps kernels, thresholds and a workspace for each recording") {
    if (!can_record()) return;
    const auto& device = test_device();
    for (const auto merge : enqueued_merges()) {
        INFO("merge: ", name(merge));
        const SmallJob counted(4000);
        const auto queue = device.make_queue();
        auto uneven = problem();
        uneven.axes = {edge_bins({0, 3, 50, 51, 80, 111, 180, 199, 200, 222, 250})};
        const auto plan = device.plan(uneven, options(merge));
        const CommandBuffer commands(queue);
        plan.record(commands(), queue(), counted.job());
        commands.finalize();
        for (int i = 0; i < 3; ++i) { // freed memory would be used again and overwritten
            const auto other = device.make_buffer(Bytes(4000, 0xCD));
            commands.enqueue().wait();
        }
        std::vector<std::uint32_t> want;
        for (const auto count : reference_histogram(uneven, std::span(counted.content)))
            want.push_back(static_cast<std::uint32_t>(count));
        CHECK(counts_in(counted.counts) == want);
    }
}

TEST_CASE("recorded: no samples give zeros, or unchanged counts with accumulate, and a sync point") {
    if (!can_record()) return;
    const auto& device = test_device();
    for (const auto merge : enqueued_merges())
        for (const bool accumulate : {false, true}) {
            INFO("merge: ", name(merge), ", accumulate: ", accumulate);
            const SmallJob counted;
            const CommandBuffer commands(device.queue());
            auto job = counted.job();
            job.shape = {.count = 0};
            job.accumulate = accumulate;
            cl_sync_point_khr done = 0;
            plan_for(merge).record(commands(), device.queue()(), job, {}, &done);
            CHECK(done != 0); // PoCL's sync points start at 1
            commands.finalize();
            commands.enqueue().wait();
            CHECK(counts_in(counted.counts) ==
                  (accumulate ? rubbish() : std::vector<std::uint32_t>(problem_bins)));
        }
}

TEST_CASE("record: invalid arguments are refused, and nothing is recorded") {
    if (!can_record()) return;
    const auto& device = test_device();
    const auto& plan = plan_for(Merge::device);
    const SmallJob counted;
    const CommandBuffer commands(device.queue());
    const auto refused = [&](std::initializer_list<std::string_view> words, const Plan& by,
                             cl_command_buffer_khr buffer, cl_command_queue queue, const Job& job) {
        check_invalid(words, [&] { by.record(buffer, queue, job); });
    };
    const auto queue = device.queue()();
    refused({"command buffer", "null"}, plan, nullptr, queue, counted.job());
    refused({"queue", "null"}, plan, commands(), nullptr, counted.job());
    refused({"merges on the host", "count()"}, plan_for(Merge::host), commands(), queue, counted.job());
    auto job = counted.job();
    job.shape = {.count = 5001};
    refused({"samples buffer", "5000 B", "5001 B"}, plan, commands(), queue, job);
    job = counted.job();
    job.counts = nullptr;
    refused({"counts", "null"}, plan, commands(), queue, job);
    job = counted.job();
    job.workspace = counted.counts();
    refused({"workspace"}, plan, commands(), queue, job);

    const cl::Device id(device.id(), true);
    const cl::Context other_context(id);
    const cl::CommandQueue other_queue(other_context, id);
    refused({"queue is of another context"}, plan, commands(), other_queue(), counted.job());
    const CommandBuffer of_other_context(other_queue);
    refused({"command buffer is of another"}, plan, of_other_context(), queue, counted.job());

    commands.finalize();
    refused({"finalized"}, plan, commands(), queue, counted.job());
    commands.enqueue().wait();
    CHECK(counts_in(counted.counts) == rubbish());
}

TEST_CASE("record: a device without command buffers is refused") {
    if (has_command_buffers()) return;
    const auto& device = test_device();
    const SmallJob counted;
    const auto record = [&] { plan_for(Merge::device).record(nullptr, device.queue()(), counted.job()); };
    if (device.profile().command_buffer_version != 0)
        check_error(Status::unsupported, {"reports command buffers, but has no cl"}, record);
    else
        check_error(Status::unsupported,
                    {device.profile().name, "no command buffers", "cl_khr_command_buffer"}, record);
}

TEST_CASE("the profile has the version of cl_khr_command_buffer that the device reports") {
    const auto& device = test_device();
    const auto extensions = cl::Device(device.id(), true).getInfo<CL_DEVICE_EXTENSIONS>();
    const auto version = device.profile().command_buffer_version;
    CHECK((version != 0) == (extensions.find("cl_khr_command_buffer") != std::string::npos));
    if (device.profile().driver.starts_with("3.1"))
        CHECK((version == 0 || version == detail::opencl_version(0, 9, 0)));
}
