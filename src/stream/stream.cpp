#include "histo_cl/stream.hpp"

#include "call/histogram.hpp"
#include "core/text.hpp"
#include "problem/histogram.hpp"
#include "stream/stream_state.hpp"

#include <utility>

namespace histo_cl::inline HISTO_CL_ABI {

using namespace detail;

Stream::Stream(const Problem& problem, const StreamOptions& options)
    : state_(std::make_unique<StreamState>(problem, options)) {}
Stream::Stream(Stream&& other) noexcept = default;
Stream& Stream::operator=(Stream&& other) noexcept = default;
Stream::~Stream() = default;

void Stream::push(const HostData& data) {
    state_->push(data);
}
std::uint64_t Stream::push(std::uint64_t bytes,
                           const std::function<std::uint64_t(std::span<std::byte>)>& fill) {
    return state_->fill(bytes, fill);
}
void Stream::push(cl_command_queue queue, const Job& job, std::span<const cl_event> wait) {
    state_->push(queue, job, wait);
}
const Problem& Stream::problem() const noexcept {
    return state_->problem();
}
std::uint64_t Stream::chunk_bytes() const noexcept {
    return state_->chunk_bytes();
}
std::uint64_t Stream::elements() const {
    return state_->elements();
}
Histogram Stream::histogram() {
    return state_->partial().histogram();
}
Partial Stream::partial() {
    return state_->partial();
}
void Stream::reset() {
    state_->reset();
}
std::vector<DeviceShare> Stream::shares() const {
    return state_->shares();
}

namespace {

/// Counts data that cannot be counted in chunks, on the first device that succeeds. Throws the error of the
/// last device if none does.
std::vector<std::uint64_t> count_whole(const CheckedProblem& problem, const CheckedData& data,
                                       const Options& options, std::span<const Device> devices) {
    for (const auto& device : devices.first(devices.size() - 1)) {
        try {
            return detail::histogram(problem, data, options, &device).values;
        } catch (const Error&) { // tries the next device
        }
    }
    return detail::histogram(problem, data, options, &devices.back()).values;
}

} // namespace

Histogram histogram(const Problem& given, const HostData& data, const Options& options,
                    std::span<const Device> devices) {
    if (devices.empty()) invalid("no devices: at least one is needed");
    if (why_not_chunked(given).empty()) {
        Stream stream(given, {.options = options, .devices = devices});
        stream.push(data);
        return stream.histogram();
    }
    const auto problem = CheckedProblem::with_wide_counters(given);
    const auto checked = check_data(problem, data);
    return histogram_of(given, checked.shape.elements, count_whole(problem, checked, options, devices));
}

} // namespace histo_cl::inline HISTO_CL_ABI
