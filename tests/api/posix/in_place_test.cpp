// Host data that a device reads in place.

#include "api/fixture.hpp"
#include "call/kept_plans.hpp"
#include "engines/engine.hpp"
#include "support/random.hpp"

#include <cstring>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

bool is_cpu() {
    return device().profile.type == DeviceType::cpu;
}

/// Large read-only data that need little memory: one piece, mapped many times in a row. Inaccessible memory
/// follows.
class Mirrored {
  public:
    Mirrored(std::span<const std::byte> piece, std::size_t times) : size_(piece.size() * times) {
        const int file = ::memfd_create("piece", 0);
        REQUIRE(file >= 0);
        REQUIRE(::write(file, piece.data(), piece.size()) == static_cast<ssize_t>(piece.size()));
        whole_ = static_cast<std::byte*>(
            ::mmap(nullptr, size_ + guard, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
        REQUIRE(whole_ != MAP_FAILED);
        for (std::size_t i = 0; i < times; ++i)
            REQUIRE(::mmap(whole_ + i * piece.size(), piece.size(), PROT_READ, MAP_SHARED | MAP_FIXED, file,
                           0) != MAP_FAILED);
        ::close(file);
    }
    Mirrored(const Mirrored&) = delete;
    Mirrored& operator=(const Mirrored&) = delete;
    ~Mirrored() { ::munmap(whole_, size_ + guard); }

    [[nodiscard]] std::span<const std::byte> bytes() const { return {whole_, size_}; }

  private:
    static constexpr std::size_t guard = 1 << 16;
    std::size_t size_;
    std::byte* whole_ = nullptr;
};

/// While this object exists, the process can allocate only `more` further bytes of memory. There is no limit
/// with AddressSanitizer, which does not reuse freed memory.
class MemoryLimit {
  public:
    explicit MemoryLimit(std::uint64_t more) {
        REQUIRE(::getrlimit(RLIMIT_DATA, &before_) == 0);
        if (keeps_what_is_freed) return;
        auto limit = before_;
        limit.rlim_cur = has() + more;
        REQUIRE(::setrlimit(RLIMIT_DATA, &limit) == 0);
    }
    MemoryLimit(const MemoryLimit&) = delete;
    MemoryLimit& operator=(const MemoryLimit&) = delete;
    ~MemoryLimit() { ::setrlimit(RLIMIT_DATA, &before_); }

  private:
#ifndef __has_feature
#define __has_feature(clang_has) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
    static constexpr bool keeps_what_is_freed = true;
#else
    static constexpr bool keeps_what_is_freed = false;
#endif

    /// The size of the process's data in bytes. The limit applies to this size.
    static std::uint64_t has() {
        std::uint64_t pages = 0;
        auto* const file = std::fopen("/proc/self/statm", "r");
        REQUIRE(file != nullptr);
        unsigned long data = 0;
        REQUIRE(std::fscanf(file, "%*u %*u %*u %*u %*u %lu", &data) == 1);
        std::fclose(file);
        pages = data;
        return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    }

    rlimit before_{};
};

constexpr std::uint64_t mebibyte = 1 << 20;

std::vector<float> random_floats(std::size_t count) {
    Random random(3);
    std::vector<float> samples(count);
    for (auto& sample : samples)
        sample = static_cast<float>(random.real(-0.1, 1.1));
    return samples;
}

/// All cases with large data use this problem, so that they share one plan.
const Problem floats{.sample = SampleType::f32,
                     .axes = {even_bins(100, 0, 1)},
                     .counter = CounterType::u64,
                     .max_samples = 1 << 27};

} // namespace

TEST_CASE("host data are used in place on a CPU, if they are aligned to their type") {
    std::array<std::uint64_t, 2> words{};
    const auto bytes = bytes_of(words);
    DeviceProfile cpu;
    cpu.type = DeviceType::cpu;
    for (const std::size_t alignment : {1U, 2U, 4U, 8U})
        for (std::size_t at = 0; at < 8; ++at) {
            CAPTURE(alignment);
            CAPTURE(at);
            CHECK(detail::is_used_in_place(cpu, bytes.subspan(at), alignment) == (at % alignment == 0));
        }
    CHECK(!detail::is_used_in_place(cpu, {}, 1));
    DeviceProfile gpu;
    gpu.type = DeviceType::gpu;
    CHECK(!detail::is_used_in_place(gpu, bytes, 1));

    const auto& on = test_device();
    const detail::KeptPlan kept{detail::Context::retained(on.context()()),
                                std::make_shared<detail::StagingPool>(),
                                detail::Queue::retained(on.queue()()), on.plan(problem())};
    const auto flags = [&](std::size_t at) {
        const auto buffer = detail::read_only_buffer(kept, cpu, bytes.subspan(at), sizeof(float), false);
        return detail::info<cl_mem_flags>(clGetMemObjectInfo, buffer.memory.get(), CL_MEM_FLAGS,
                                          "clGetMemObjectInfo");
    };
    CHECK(flags(4) == (CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR));
    CHECK((flags(1) & CL_MEM_USE_HOST_PTR) == 0);
}

TEST_CASE("a mapped file is counted without a copy, and only read") {
    if (!is_cpu()) return;
    const auto piece = random_floats(mebibyte / sizeof(float));
    const auto expected = reference_histogram(floats, piece);
    const Mirrored mapped(bytes_of(piece), 256);
    // This call builds the kernel.
    CHECK(histogram(floats, mapped.bytes().first(mebibyte), on_device, device()) == expected);
    const MemoryLimit limit(200 * mebibyte);
    CHECK(histogram(floats, mapped.bytes(), on_device, device()) == times(expected.counts, 256));
}

TEST_CASE("data that are not aligned are copied part by part") {
    if (!is_cpu()) return;
    std::vector<std::byte> piece(mebibyte);
    const auto samples = random_floats(mebibyte / sizeof(float));
    std::memcpy(piece.data() + 1, samples.data(), mebibyte - 1); // samples cross the borders of mappings
    std::memcpy(piece.data(), reinterpret_cast<const std::byte*>(samples.data()) + mebibyte - 1, 1);
    const auto expected = reference_histogram(floats, samples);
    const Mirrored mapped(piece, 257);
    const auto misaligned = mapped.bytes().subspan(1, 256 * mebibyte);
    // This call builds the kernel.
    CHECK(histogram(floats, misaligned.first(mebibyte), on_device, device()) == expected);
    const MemoryLimit limit(200 * mebibyte);
    CHECK(histogram(floats, misaligned, on_device, device()) == times(expected.counts, 256));
}

TEST_CASE("misaligned samples, masks and weights of every type are counted right") {
    const auto room = Random(8).bytes(20'000);
    constexpr std::uint64_t count = 1000;
    for (const auto type : all_sample_types) {
        for (const std::size_t at : {0U, 1U, 2U, 3U, 4U, 8U, 9U}) {
            INFO(name(type), " at byte ", at);
            const Problem problem{.sample = type,
                                  .axes = {even_bins(10, -100, 100)},
                                  .out_of_range = OutOfRange::counted,
                                  .layout = {.mask = true},
                                  .weights = {.type = SampleType::u32},
                                  .counter = CounterType::u64};
            const auto bytes = std::span(room).subspan(at);
            const HostData data{.samples = bytes.first(count * histo_cl::bytes(type)),
                                .shape = {.count = count},
                                .mask = bytes.subspan(9000, count),
                                .weights = bytes.subspan(11'000 + at, count * 4)};
            CHECK(histogram(problem, data, {}, device()) == reference_histogram(problem, data));
        }
    }
}

TEST_CASE("many counts are written directly to where they are returned") {
    const Problem problem{.sample = SampleType::u32,
                          .axes = {even_bins(detail::CountsBuffer::min_bytes_in_place / 8 + 5, 0, 0x1p32)},
                          .counter = CounterType::u64};
    std::vector<std::uint32_t> samples(50'000);
    Random random(4);
    for (auto& sample : samples)
        sample = static_cast<std::uint32_t>(random.bits());
    const auto bytes = bytes_of(samples);
    CHECK(histogram(problem, bytes, on_device, device()) == reference_histogram(problem, bytes));
    // Counted in chunks, whose counts add up.
    auto small = device();
    small.profile.max_allocation_bytes = 30'000;
    CHECK(histogram(problem, bytes, on_device, small) == reference_histogram(problem, bytes));
    const auto on_queue = test_device().make_buffer(samples);
    CHECK(histogram(test_device().queue()(), problem,
                    {.samples = on_queue(), .shape = {.count = samples.size()}}) ==
          reference_histogram(problem, bytes));
}
