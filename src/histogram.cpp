#include "histo_cl/histogram.hpp"

#include "host_data.hpp"
#include "invalid.hpp"
#include "objects.hpp"
#include "shape.hpp"
#include "wide_counter.hpp"

#include <algorithm>
#include <utility>

namespace histo_cl {
namespace {

using namespace detail;

/// The problem with the counters that these calls return, for as many elements as there are.
Problem prepared(Problem problem, const Shape& shape) {
    problem.counter = wide_counter(problem.weights).value_or(problem.counter);
    problem.validate();
    if (problem.max_samples == 0) problem.max_samples = elements(problem, shape);
    return problem;
}

/// The counts of all histograms of a shape, on the device until they are read.
class Counts {
  public:
    Counts(cl_context context, const Plan& plan, const Shape& shape)
        : values_(histograms(plan.problem(), shape) * plan.problem().counters()),
          buffer_(create_buffer(context, CL_MEM_READ_WRITE,
                                std::max<std::uint64_t>(values_.size() * sizeof(std::uint64_t), 1))) {}

    [[nodiscard]] cl_mem buffer() const { return buffer_.get(); }

    [[nodiscard]] std::vector<std::uint64_t> read(cl_command_queue queue, const Event& after) && {
        if (!values_.empty()) {
            const auto wait = after.get();
            check(clEnqueueReadBuffer(queue, buffer_.get(), CL_TRUE, 0, values_.size() * sizeof values_[0],
                                      values_.data(), 1, &wait, nullptr),
                  "clEnqueueReadBuffer");
        }
        return std::move(values_);
    }

  private:
    std::vector<std::uint64_t> values_;
    Buffer buffer_;
};

Event enqueue(const Plan& plan, cl_command_queue queue, const Job& job) {
    cl_event event = nullptr;
    plan.enqueue(queue, job, {}, &event);
    return Event(event);
}

Buffer upload(cl_context context, std::span<const std::byte> bytes) {
    if (bytes.empty()) return create_buffer(context, CL_MEM_READ_ONLY, 1);
    return create_buffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes.size(), bytes.data());
}

/// Copies the data to the device and counts it. Waits, so that the copies take no more room than one at a
/// time.
Event count(const Plan& plan, cl_context context, cl_command_queue queue, const HostData& data, cl_mem counts,
            bool accumulate) {
    const auto& problem = plan.problem();
    const auto used = footprint(problem, data.shape);
    const auto samples = upload(context, data.samples.first(used.samples));
    const auto mask = problem.layout.mask ? upload(context, data.mask.first(used.mask)) : Buffer();
    const auto weights = problem.weights ? upload(context, data.weights.first(used.weights)) : Buffer();
    auto done = enqueue(plan, queue,
                        {.samples = samples.get(),
                         .shape = data.shape,
                         .mask = mask.get(),
                         .weights = weights.get(),
                         .counts = counts,
                         .accumulate = accumulate});
    check(clFinish(queue), "clFinish");
    return done;
}

/// Why the elements cannot be counted a piece at a time; empty if they can.
std::string whole_because(const Problem& problem) {
    if (problem.layout.rows) return "a layout in rows";
    if (problem.batch != Batch::one) return "a batch";
    if (problem.weights && is_float(*problem.weights))
        return std::string(name(*problem.weights)) + " weights, whose sums have one unit for all,";
    const auto is_custom = [](const Binning& binning) { return std::holds_alternative<CustomBins>(binning); };
    if (std::ranges::any_of(problem.axes, is_custom))
        return "custom bins, whose expression may ask for the element's index,";
    return {};
}

/// The elements that fit the device's largest buffer, whichever of the buffers they fill first.
std::uint64_t elements_of_a_piece(const Problem& problem, std::uint64_t largest_buffer) {
    const auto planes = problem.layout.order == Order::planar ? problem.channels() : 1;
    auto element = pitches(problem, {}).stride * planes;
    if (problem.weights) element = std::max<std::uint64_t>(element, bytes(*problem.weights));
    return std::max<std::uint64_t>(largest_buffer / element, 1);
}

/// A part of a span, as far as there is one.
std::span<const std::byte> part(std::span<const std::byte> whole, std::uint64_t first, std::uint64_t count) {
    const auto rest = whole.subspan(std::min<std::uint64_t>(first, whole.size()));
    return rest.first(std::min<std::uint64_t>(count, rest.size()));
}

/// Elements [first, first + count) of flat data. Planes are copied to `room`, where they lie packed.
HostData piece_of(const Problem& problem, const HostData& whole, std::uint64_t first, std::uint64_t count,
                  std::vector<std::byte>& room) {
    const auto pitch = pitches(problem, whole.shape);
    HostData piece{.samples = part(whole.samples, first * pitch.stride, count * pitch.stride),
                   .shape = {.count = count}};
    if (problem.layout.order == Order::planar) {
        const auto plane_bytes = count * pitch.stride;
        room.assign(problem.channels() * plane_bytes, std::byte{0});
        for (std::uint32_t channel = 0; channel < problem.channels(); ++channel)
            std::ranges::copy(
                part(whole.samples, channel * pitch.channel + first * pitch.stride, plane_bytes),
                room.begin() + static_cast<std::ptrdiff_t>(channel * plane_bytes));
        piece.samples = room;
    }
    if (problem.layout.mask) piece.mask = part(whole.mask, first, count);
    if (problem.weights) {
        const auto size = bytes(*problem.weights);
        piece.weights = part(whole.weights, first * size, count * size);
    }
    return piece;
}

bool fits(const Footprint& used, std::uint64_t largest_buffer) {
    return std::max({used.samples, used.mask, used.weights}) <= largest_buffer;
}

void require_pieces(const Problem& problem, const Footprint& used, std::uint64_t largest_buffer) {
    const auto whole = whole_because(problem);
    if (whole.empty()) return;
    throw Error(Status::unsupported, std::to_string(std::max({used.samples, used.mask, used.weights})) +
                                         " B: the device's largest buffer has " +
                                         std::to_string(largest_buffer) + " B, and " + whole +
                                         " cannot be counted in pieces");
}

Event count_in_pieces(const Plan& plan, cl_context context, cl_command_queue queue, const HostData& data,
                      cl_mem counts, std::uint64_t largest_buffer) {
    const auto most = elements_of_a_piece(plan.problem(), largest_buffer);
    std::vector<std::byte> room;
    Event done;
    for (std::uint64_t first = 0; first < data.shape.count; first += most) {
        const auto piece =
            piece_of(plan.problem(), data, first, std::min(most, data.shape.count - first), room);
        done = count(plan, context, queue, piece, counts, first != 0);
    }
    return done;
}

} // namespace

std::vector<std::uint64_t> histogram(const Problem& given, const HostData& data, const Options& options,
                                     const Device& device) {
    const auto problem = prepared(given, data.shape);
    const auto used = check_host_data(problem, data);
    const auto largest_buffer = device.profile.max_allocation_bytes;
    const bool whole = fits(used, largest_buffer);
    if (!whole) require_pieces(problem, used, largest_buffer);

    const auto context = create_context(device.platform, device.id);
    const Plan plan(context.get(), device.id, problem, options);
    const auto queue = create_queue(context.get(), device.id);
    Counts counts(context.get(), plan, data.shape);
    const auto done =
        whole ? count(plan, context.get(), queue.get(), data, counts.buffer(), false)
              : count_in_pieces(plan, context.get(), queue.get(), data, counts.buffer(), largest_buffer);
    return std::move(counts).read(queue.get(), done);
}

std::vector<std::uint64_t> histogram(const Problem& problem, const HostData& data, const Options& options) {
    check_host_data(prepared(problem, data.shape), data);
    return histogram(problem, data, options, default_device());
}

std::vector<std::uint64_t> histogram(const Problem& problem, std::span<const std::byte> samples,
                                     const Options& options, const Device& device) {
    return histogram(problem, flat_data(prepared(problem, {}), samples), options, device);
}

std::vector<std::uint64_t> histogram(const Problem& problem, std::span<const std::byte> samples,
                                     const Options& options) {
    return histogram(problem, flat_data(prepared(problem, {}), samples), options);
}

std::vector<std::uint64_t> histogram(cl_command_queue queue, const Problem& given, const Job& job,
                                     const Options& options) {
    if (queue == nullptr) invalid("the queue is a null handle: a cl_command_queue is needed");
    if (job.counts != nullptr) invalid("a counts buffer is given: it must be null, the counts are returned");
    if (job.accumulate) invalid("accumulate is set: there are no counts before to add to");
    const auto problem = prepared(given, job.shape);
    static_cast<void>(footprint(problem, job.shape));

    constexpr auto call = "clGetCommandQueueInfo";
    const auto context = info<cl_context>(clGetCommandQueueInfo, queue, CL_QUEUE_CONTEXT, call);
    const auto device = info<cl_device_id>(clGetCommandQueueInfo, queue, CL_QUEUE_DEVICE, call);
    const Plan plan(context, device, problem, options);
    Counts counts(context, plan, job.shape);
    auto whole_job = job;
    whole_job.counts = counts.buffer();
    const auto done = enqueue(plan, queue, whole_job);
    return std::move(counts).read(queue, done);
}

} // namespace histo_cl
