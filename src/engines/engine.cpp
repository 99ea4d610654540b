#include "engines/engine.hpp"

#include "core/integers.hpp"
#include "device/objects.hpp"
#include "problem/weights.hpp"
#include "variants/counters.hpp"

#include <algorithm>

namespace histo_cl::detail {

std::uint64_t Engine::count_bytes(std::uint64_t histograms) const noexcept {
    const auto size =
        saturating_multiply(histograms, std::uint64_t{problem().counters()} * bytes(problem().counter));
    // Atomics on narrow counters access whole words.
    return saturating_add(size, sizeof(cl_uint) - 1) / sizeof(cl_uint) * sizeof(cl_uint);
}

std::uint64_t Engine::partial_bytes() const noexcept {
    return has_wide_sums(problem()) ? partial_offset(problem(), problem().counters()) : count_bytes(1);
}

Kernel Engine::copy_kernel(cl_kernel kernel) const {
    auto copy = copy_of(kernel);
    set_common_arguments(kernel, copy.get());
    return copy;
}

void Engine::keep(std::vector<Buffer>& memory) const {
    const Lock lock(recorded_mutex_);
    recorded_.reserve(recorded_.size() + memory.size());
    for (auto& one : memory)
        recorded_.push_back(std::move(one));
}

std::vector<std::uint64_t> Engine::count(Commands& commands, const Job& job,
                                         const CheckedShape& shape) const {
    CountsBuffer counts(device(), problem().counter, shape.histograms * problem().counters());
    FinishOnFailure guard(commands, [&counts] { counts.abandon(); });
    auto counted = job;
    counted.counts = counts.get();
    enqueue(commands, counted, shape);
    // Even if nothing was enqueued, the call must wait for the caller's events.
    if (commands.empty()) commands.marker();
    auto sums = std::move(counts).read(commands);
    guard.succeeded();
    check_within_bound(problem(), sums);
    return sums;
}

std::vector<std::byte> Engine::read_partial(Commands& commands, const Job& job,
                                            const CheckedShape& shape) const {
    std::vector<std::byte> bytes(partial_bytes());
    const auto left = create_buffer(context(), CL_MEM_READ_WRITE, bytes.size());
    FinishOnFailure guard(commands);
    auto counted = job;
    counted.counts = left.get();
    enqueue_partial(commands, counted, shape);
    commands.read(left.get(), bytes.size(), bytes.data());
    guard.succeeded();
    return bytes;
}

CountsBuffer::CountsBuffer(const PlanDevice& device, CounterType type, std::uint64_t counters)
    : type_(type), values_(std::make_unique<std::vector<std::uint64_t>>(counters)),
      in_place_(device.profile.type == DeviceType::cpu && bytes(type) == sizeof(std::uint64_t) &&
                counters * sizeof(std::uint64_t) >= min_bytes_in_place),
      buffer_(in_place_ ? create_buffer(device.context.get(), CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                                        counters * sizeof(std::uint64_t), values_->data())
                        : create_buffer(device.context.get(), CL_MEM_READ_WRITE,
                                        counters * bytes(type) + sizeof(cl_uint))) {}

namespace {

/// Reads counters of type T as 64 bits.
template <class T>
void read_narrow(Commands& commands, cl_mem buffer, std::vector<std::uint64_t>& values) {
    std::vector<T> narrow(values.size());
    commands.read(buffer, narrow.size() * sizeof(T), narrow.data());
    std::ranges::copy(narrow, values.begin());
}

} // namespace

std::vector<std::uint64_t> CountsBuffer::read(Commands& commands) && {
    auto& values = *values_;
    const auto size = values.size() * bytes(type_);
    if (size == 0) {
        check(commands.finish(), "clFinish");
    } else if (in_place_) {
        commands.update_host_memory(buffer_.get(), size);
    } else if (type_ == CounterType::u8) {
        read_narrow<std::uint8_t>(commands, buffer_.get(), values);
    } else if (type_ == CounterType::u16) {
        read_narrow<std::uint16_t>(commands, buffer_.get(), values);
    } else if (bytes(type_) == 4) {
        read_narrow<std::uint32_t>(commands, buffer_.get(), values);
    } else {
        commands.read(buffer_.get(), size, values.data());
    }
    return std::move(values);
}

} // namespace histo_cl::detail
