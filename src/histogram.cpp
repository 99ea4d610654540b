#include "histo_cl/histogram.hpp"

#include "histo_cl/plan.hpp"
#include "objects.hpp"

#include <algorithm>

namespace histo_cl {
using namespace detail;

std::vector<std::uint64_t> histogram(const Problem& problem, std::span<const std::byte> samples,
                                     const Options& options) {
    problem.validate();
    return histogram(problem, samples, options, default_device());
}

std::vector<std::uint64_t> histogram(const Problem& given, std::span<const std::byte> samples,
                                     const Options& options, const Device& device) {
    auto problem = given;
    problem.counter = CounterType::u64;
    problem.validate();
    const auto size = bytes(problem.sample);
    if (samples.size() % size != 0)
        throw Error(Status::invalid_argument, std::to_string(samples.size()) + " B are no whole number of " +
                                                  std::string(name(problem.sample)) + " samples of " +
                                                  std::to_string(size) + " B");
    const auto context = create_context(device.platform, device.id);
    const Plan plan(context.get(), device.id, problem, options);
    const auto queue = create_queue(context.get(), device.id);

    std::vector<std::uint64_t> counts(problem.bins());
    const auto counts_buffer = create_buffer(context.get(), CL_MEM_READ_WRITE, plan.count_bytes());
    const auto piece_bytes = std::max<std::uint64_t>(plan.profile().max_allocation_bytes / size, 1) * size;
    bool accumulate = false;
    do { // once also for no samples at all
        const auto piece = samples.first(std::min<std::uint64_t>(samples.size(), piece_bytes));
        samples = samples.subspan(piece.size());
        const auto piece_buffer = piece.empty()
                                      ? create_buffer(context.get(), CL_MEM_READ_ONLY, size)
                                      : create_buffer(context.get(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                                      piece.size(), piece.data());
        plan.enqueue(queue.get(), {.samples = piece_buffer.get(),
                                   .count = piece.size() / size,
                                   .counts = counts_buffer.get(),
                                   .accumulate = std::exchange(accumulate, true)});
        check(clFinish(queue.get()), "clFinish");
    } while (!samples.empty());
    check(clEnqueueReadBuffer(queue.get(), counts_buffer.get(), CL_TRUE, 0, plan.count_bytes(), counts.data(),
                              0, nullptr, nullptr),
          "clEnqueueReadBuffer");
    return counts;
}

} // namespace histo_cl
