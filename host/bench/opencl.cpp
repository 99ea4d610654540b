#include "opencl.hpp"

#include "common/clhpp.hpp"
#include "common/stopwatch.hpp"
#include "embedded_kernels.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <thread>
#include <utility>

namespace bench {

using common::checked;
using common::Stopwatch;

namespace {

constexpr cl_uint poison_word = 0xa5a5a5a5;
constexpr std::size_t read_group = 256;

std::string source_named(std::string_view name) {
    for (const auto& kernel : embedded_kernels())
        if (kernel.name == name) return std::string(kernel.source);
    throw std::logic_error("no kernel file " + std::string(name));
}

/// Defines draw.cl's names in OpenCL C.
constexpr const char* draw_words = "#define DRAW\n#define U32 uint\n#define U64 ulong\n"
                                   "#define LEADING_ZEROS(x) clz(x)\n";

cl::Program built(const cl::Context& context, const cl::Device& device, const std::string& source,
                  const char* options = "") {
    cl::Program program(context, source);
    try {
        program.build({device}, options);
    } catch (const cl::Error& error) {
        throw histo_cl::Error(histo_cl::Status::build_failed, "the benchmark's own kernels did not compile",
                              error.err(), program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device));
    }
    return program;
}

/// From the end of one command to the end of another one after it; empty if the driver reports no times.
std::optional<double> seconds_between(const cl::Event& before, const cl::Event& after) {
    const auto end_of = [](const cl::Event& event) {
        cl_ulong end = 0;
        const auto code =
            ::clGetEventProfilingInfo(event(), CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr);
        return code == CL_SUCCESS ? end : 0;
    };
    const auto begin = end_of(before);
    const auto end = end_of(after);
    if (begin == 0 || end <= begin) return std::nullopt;
    return static_cast<double>(end - begin) * 1e-9;
}

} // namespace

struct OpenCl::State {
    histo_cl::Device device;
    cl::Device id;
    cl::Context context;
    cl::CommandQueue timed;
    cl::CommandQueue plain;
    cl::Buffer scratch;
    cl::Buffer samples;
    std::uint64_t capacity = 0; ///< bytes of `samples`
    void* mapped = nullptr;     ///< the host's view of `samples`
    cl::Buffer mask;
    std::uint64_t masked = 0;                                   ///< elements of `mask`
    std::vector<std::pair<std::size_t, cl::Kernel>> generators; ///< by the bytes of a sample
    cl::Kernel empty;
    cl::Kernel occupy;
    cl::Kernel read_all;
    cl_uint occupied_steps = 4096;
    cl_uint most_steps;
    double occupied_seconds = 0;
    std::pair<DataSet, std::uint64_t> made = {{}, 0}; ///< the contents of `samples`

    explicit State(const histo_cl::Device& its_device)
        : device(its_device), id(device.id, true), context(id), timed(context, id, CL_QUEUE_PROFILING_ENABLE),
          plain(context, id), scratch(context, CL_MEM_READ_WRITE, sizeof(cl_uint)),
          most_steps(device.profile.loop_limit != 0 ? device.profile.loop_limit - 1 : 1U << 24) {
        const auto launch = built(context, id, source_named("launch"));
        empty = cl::Kernel(launch, "empty");
        empty.setArg(0, scratch);
        occupy = cl::Kernel(launch, "occupy");
        occupy.setArg(0, scratch);
        read_all = cl::Kernel(built(context, id, source_named("read")), "read_all");
        find_occupied_steps();
    }
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State() {
        if (mapped != nullptr) ::clEnqueueUnmapMemObject(plain(), samples(), mapped, 0, nullptr, nullptr);
        ::clFinish(timed());
        ::clFinish(plain());
    }

    /// The steps that keep the device busy for 0.1 to 0.2 ms, by the host's clock.
    void find_occupied_steps() {
        constexpr double warm_up = 0.03; // for the clock to rise
        for (const Stopwatch since; since.seconds() < warm_up;) {
            start_occupying(timed);
            timed.finish();
        }
        for (;; occupied_steps *= 2) {
            const Stopwatch stopwatch;
            start_occupying(timed);
            timed.finish();
            occupied_seconds = stopwatch.seconds();
            if (occupied_seconds > 100e-6 || occupied_steps > most_steps / 2) return;
        }
    }

    cl::Event start_occupying(const cl::CommandQueue& queue) {
        occupy.setArg(1, occupied_steps);
        return launch(queue, occupy, 1, 1);
    }

    static cl::Event launch(const cl::CommandQueue& queue, const cl::Kernel& kernel, std::size_t items,
                            std::size_t group) {
        cl::Event event;
        queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(items), cl::NDRange(group), nullptr,
                                   &event);
        return event;
    }

    cl::Kernel& generator(std::size_t bytes) {
        for (auto& [size, kernel] : generators)
            if (size == bytes) return kernel;
        const auto* const type = bytes == 1 ? "uchar" : bytes == 2 ? "ushort" : bytes == 4 ? "uint" : "ulong";
        const auto source = draw_words + source_named("draw") + source_named("generate");
        const auto program = built(context, id, source, ("-DSAMPLE=" + std::string(type)).c_str());
        return generators.emplace_back(bytes, cl::Kernel(program, "generate")).second;
    }

    /// A buffer that is large enough is kept.
    void reserve(std::uint64_t bytes) {
        if (bytes <= capacity) return;
        samples = cl::Buffer(); // first, so that there is room
        capacity = 0;
        samples = cl::Buffer(context, CL_MEM_READ_WRITE, bytes);
        capacity = bytes;
    }

    void make(const DataSet& data, std::uint64_t count) {
        if (made.first == data && made.second >= count) return;
        made.second = 0;
        unmap();
        const auto bytes = histo_cl::bytes(data.sample);
        if (data.entropy.kind == Kind::drawn) {
            generate(data, count, bytes);
        } else {
            reserve(count * bytes);
            write(samples, count * bytes, [&](std::uint64_t at, std::span<std::byte> piece) {
                fill(data, at / bytes, piece, std::thread::hardware_concurrency());
            });
        }
        made = {data, count};
    }

    void generate(const DataSet& data, std::uint64_t count, std::size_t bytes) {
        constexpr std::uint64_t group = 64;
        const auto rounded = (count + group - 1) / group * group;
        reserve(std::max<std::uint64_t>(rounded * bytes, group));
        auto& kernel = generator(bytes);
        kernel.setArg(0, samples);
        kernel.setArg(1, cl_ulong{count});
        kernel.setArg(2, cl_uint{data.entropy.draws});
        kernel.setArg(3, cl_ulong{data.span});
        kernel.setArg(4, cl_uint{mantissa_bits(data.sample)});
        launch(plain, kernel, rounded, group);
        plain.finish();
    }

    /// Fills the first bytes of a buffer with the pieces that `make(offset, piece)` generates.
    template <class Make>
    void write(const cl::Buffer& buffer, std::uint64_t bytes, const Make& make) {
        constexpr std::uint64_t piece_bytes = 16U << 20;
        std::vector<std::byte> piece(std::min(bytes, piece_bytes));
        for (std::uint64_t at = 0; at < bytes; at += piece.size()) {
            piece.resize(std::min(bytes - at, piece_bytes));
            make(at, std::span(piece));
            plain.enqueueWriteBuffer(buffer, CL_TRUE, at, piece.size(), piece.data());
        }
    }

    void* map() {
        if (mapped == nullptr) mapped = plain.enqueueMapBuffer(samples, CL_TRUE, CL_MAP_READ, 0, capacity);
        return mapped;
    }

    void unmap() {
        if (mapped == nullptr) return;
        plain.enqueueUnmapMemObject(samples, mapped);
        plain.finish();
        mapped = nullptr;
    }

    void make_mask(std::uint64_t elements) {
        if (masked >= elements) return;
        masked = 0;
        mask = cl::Buffer(); // first, so that there is room
        mask = cl::Buffer(context, CL_MEM_READ_ONLY, elements);
        write(mask, elements, [](std::uint64_t at, std::span<std::byte> piece) {
            for (std::size_t i = 0; i < piece.size(); ++i)
                piece[i] = std::byte{mask_of(at + i)};
        });
        masked = elements;
    }

    static cl::Event enqueue(const cl::CommandQueue& queue, const histo_cl::Plan& plan,
                             const histo_cl::Job& job) {
        cl_event event = nullptr;
        plan.enqueue(queue(), job, {}, &event);
        return cl::Event(event);
    }

    /// The time of what `work` enqueues, behind a kernel that lasts as long as the enqueueing.
    template <class Work>
    std::optional<double> device_seconds(const Work& work) {
        for (;;) {
            const Stopwatch stopwatch;
            const auto before = start_occupying(timed);
            const auto last = work();
            timed.flush();
            const bool hidden = stopwatch.seconds() < 0.7 * occupied_seconds;
            timed.finish();
            if (hidden || occupied_seconds > 2e-3 || occupied_steps > most_steps / 2)
                return seconds_between(before, last);
            occupied_steps *= 2;
            occupied_seconds *= 2;
        }
    }

    std::optional<double> read_seconds(std::uint64_t bytes, std::uint32_t groups_a_unit) {
        const std::uint64_t words = bytes / 16;
        const auto least = words / (read_group * 4 * 60000) + 1; // keeps loops within loop limits
        const auto useful = (words + read_group - 1) / read_group;
        const auto wanted = std::uint64_t{device.profile.compute_units} * groups_a_unit;
        const auto groups = std::max(least, std::min(std::max<std::uint64_t>(useful, 1), wanted));
        read_all.setArg(0, samples);
        read_all.setArg(1, cl_ulong{words});
        read_all.setArg(2, cl_uint{poison_word});
        read_all.setArg(3, scratch);
        return device_seconds([&] { return launch(timed, read_all, groups * read_group, read_group); });
    }
};

OpenCl::OpenCl(const histo_cl::Device& device)
    : state_(checked([&] { return std::make_unique<State>(device); })) {}

OpenCl::~OpenCl() = default;

cl_context OpenCl::context() const noexcept {
    return state_->context();
}

const histo_cl::Device& OpenCl::device() const noexcept {
    return state_->device;
}

void OpenCl::make(const DataSet& data, std::uint64_t samples) {
    checked([&] { state_->make(data, samples); });
}

cl_mem OpenCl::samples() const noexcept {
    return state_->samples();
}

const void* OpenCl::mapped_samples() {
    return checked([&] { return state_->map(); });
}

cl_mem OpenCl::mask(std::uint64_t elements) {
    checked([&] { state_->make_mask(elements); });
    return state_->mask();
}

OpenCl::Memory OpenCl::memory(std::uint64_t bytes) {
    if (bytes == 0) return nullptr;
    return checked([&] {
        cl::Buffer buffer(state_->context, CL_MEM_READ_WRITE, bytes);
        const auto handle = buffer();
        return Memory(handle, [kept = std::move(buffer)](cl_mem) {});
    });
}

void OpenCl::poison(const Memory& memory, std::uint64_t bytes) {
    if (!memory) return;
    checked([&] {
        state_->plain.enqueueFillBuffer(cl::Buffer(memory.get(), true), poison_word, 0,
                                        bytes / sizeof poison_word * sizeof poison_word);
        state_->plain.finish();
    });
}

void OpenCl::count(const histo_cl::Plan& plan, const histo_cl::Job& job) {
    checked([&] {
        State::enqueue(state_->plain, plan, job);
        state_->plain.finish();
    });
}

std::vector<std::uint32_t> OpenCl::returned_count(const histo_cl::Plan& plan, const histo_cl::Job& job) {
    const auto counts = checked([&] { return plan.count(state_->plain(), job); });
    if (plan.problem().counter == histo_cl::CounterType::u32) return {counts.begin(), counts.end()};
    std::vector<std::uint32_t> words(counts.size() * 2);
    if (!words.empty()) std::memcpy(words.data(), counts.data(), counts.size() * sizeof counts[0]);
    return words;
}

std::vector<std::uint32_t> OpenCl::read(const Memory& memory, std::uint64_t bytes) {
    std::vector<std::uint32_t> words(bytes / sizeof(std::uint32_t));
    checked([&] {
        state_->plain.enqueueReadBuffer(cl::Buffer(memory.get(), true), CL_TRUE, 0, bytes, words.data());
    });
    return words;
}

std::optional<double> OpenCl::device_seconds(const histo_cl::Plan& plan, const histo_cl::Job& job) {
    if (plan.decision().merge == histo_cl::Merge::host) return std::nullopt;
    return checked(
        [&] { return state_->device_seconds([&] { return State::enqueue(state_->timed, plan, job); }); });
}

double OpenCl::wall_seconds(const histo_cl::Plan& plan, const histo_cl::Job& job) {
    return checked([&] {
        // The first command after another context used the device may take longer.
        State::launch(state_->plain, state_->empty, 1, 1);
        state_->plain.finish();
        const Stopwatch stopwatch;
        if (plan.decision().merge == histo_cl::Merge::host) {
            static_cast<void>(plan.count(state_->plain(), job));
        } else {
            plan.enqueue(state_->plain(), job);
            state_->plain.finish();
        }
        return stopwatch.seconds();
    });
}

double OpenCl::empty_launch_seconds() {
    return checked([&] {
        const Stopwatch stopwatch;
        state_->plain.enqueueNDRangeKernel(state_->empty, cl::NullRange, cl::NDRange(1), cl::NDRange(1));
        state_->plain.finish();
        return stopwatch.seconds();
    });
}

std::optional<double> OpenCl::read_seconds(std::uint64_t bytes, std::uint32_t groups_a_unit) {
    return checked([&] { return state_->read_seconds(bytes, groups_a_unit); });
}

} // namespace bench
