// The histogram of the benchmarks Parboil and SPEC ACCEL ("histo"): 996 x 1040 values, most of them near the
// middle of 256 x 8192 bins, counted in bytes that saturate at 255. The program compares this with 32-bit
// counters that the host limits to 255.
//
//     g++ -std=c++20 -O2 saturating_bytes.cpp -lhisto_cl -lOpenCL

#include <histo_cl/histo_cl.hpp>

// The program needs only OpenCL 1.2.
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_ENABLE_EXCEPTIONS
#include <CL/opencl.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <exception>
#include <iostream>
#include <random>
#include <vector>

namespace {

constexpr std::size_t elements = std::size_t{996} * 1040;
constexpr std::uint32_t rows = 256, columns = 8192, bins = rows * columns;

/// Bin numbers with a bell-shaped distribution in both directions.
std::vector<std::uint32_t> make_values() {
    std::mt19937 random(1);
    const auto about_middle = [&random](std::uint32_t size) {
        std::uint64_t sum = 0;
        for (int i = 0; i < 12; ++i)
            sum += random() % size;
        return static_cast<std::uint32_t>(sum / 12);
    };
    std::vector<std::uint32_t> values(elements);
    for (auto& value : values) {
        const auto row = about_middle(rows);
        value =
            row * columns + about_middle(columns / 64) * 64; // every 64th column, so that many bins saturate
    }
    return values;
}

std::vector<std::uint8_t> by_plain_loop(const std::vector<std::uint32_t>& values) {
    std::vector<std::uint8_t> counts(bins);
    for (const auto value : values)
        if (counts[value] < 255) ++counts[value];
    return counts;
}

/// The plan, queue and buffers for counters of one type.
template <class Counter>
class Counting {
  public:
    Counting(const histo_cl::Device& device, histo_cl::CounterType type,
             const std::vector<std::uint32_t>& values)
        : device_(device.id, true), context_(device_), queue_(context_, device_),
          plan_(context_(), device_(),
                {.sample = histo_cl::SampleType::u32,
                 .axes = {histo_cl::identity_bins(bins)},
                 .counter = type,
                 .max_samples = elements}),
          values_(context_, CL_MEM_READ_ONLY, values.size() * sizeof values[0]),
          counts_(context_, CL_MEM_READ_WRITE, plan_.count_bytes()) {
        queue_.enqueueWriteBuffer(values_, CL_TRUE, 0, values.size() * sizeof values[0], values.data());
    }

    [[nodiscard]] const histo_cl::Plan& plan() const { return plan_; }

    /// Counts, reads the counts, and limits them to 255. Returns them and the seconds that this took.
    std::pair<std::vector<std::uint8_t>, double> count() {
        const auto start = std::chrono::steady_clock::now();
        plan_.enqueue(queue_(), {.samples = values_(), .shape = {.count = elements}, .counts = counts_()});
        std::vector<Counter> counts(bins);
        queue_.enqueueReadBuffer(counts_, CL_TRUE, 0, bins * sizeof(Counter), counts.data());
        std::vector<std::uint8_t> limited;
        if constexpr (sizeof(Counter) == 1) {
            limited = std::move(counts);
        } else {
            limited.resize(bins);
            std::ranges::transform(counts, limited.begin(), [](Counter count) {
                return static_cast<std::uint8_t>(std::min<Counter>(count, 255));
            });
        }
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
        return {std::move(limited), taken.count()};
    }

  private:
    cl::Device device_;
    cl::Context context_;
    cl::CommandQueue queue_;
    histo_cl::Plan plan_;
    cl::Buffer values_, counts_;
};

/// Counts several times, and prints the median time. Returns whether all counts were right.
template <class Counter>
bool report(const char* what, Counting<Counter>&& counting, const std::vector<std::uint8_t>& want) {
    bool right = true;
    std::vector<double> seconds;
    for (int time = 0; time < 15; ++time) {
        const auto [counts, taken] = counting.count();
        right = right && counts == want;
        seconds.push_back(taken);
    }
    std::ranges::nth_element(seconds, seconds.begin() + 7);
    std::cout << what << ": " << method_name(counting.plan().decision()) << ", "
              << bins * sizeof(Counter) / 1024 << " KiB read, " << seconds[7] * 1e3 << " ms"
              << (right ? "" : ", WRONG") << '\n';
    return right;
}

} // namespace

int main() try {
    const auto device = histo_cl::default_device();
    const auto values = make_values();
    const auto want = by_plain_loop(values);
    std::cout << device.profile.name << ": " << elements << " values into " << bins << " bins, of which "
              << std::ranges::count(want, 255) << " saturate\n";
    const bool narrow_right = report("bytes that saturate",
                                     Counting<std::uint8_t>(device, histo_cl::CounterType::u8, values), want);
    const bool wide_right = report("u32, limited by the host",
                                   Counting<std::uint32_t>(device, histo_cl::CounterType::u32, values), want);
    return narrow_right && wide_right ? 0 : 1;
} catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
}
