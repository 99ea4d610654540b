#include "stream/stream_state.hpp"

#include "call/histogram.hpp"
#include "call/upload.hpp"
#include "choose/host_problem.hpp"
#include "core/text.hpp"
#include "plan/partial_sums.hpp"
#include "problem/weights.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <utility>

namespace histo_cl::detail {
namespace {

/// The default size of chunks in bytes, unless the counters need larger ones. Chunks of 8 MiB would upload 3
/// % faster, but the copied data would no longer fit in the caches.
constexpr std::uint64_t min_chunk = std::uint64_t{4} << 20U;
/// The size of chunks in bytes if only a CPU counts: pushed data is then counted in place.
constexpr std::uint64_t unstaged_push = std::uint64_t{64} << 20U;
constexpr auto progress_interval = std::chrono::milliseconds(100);

/// Returns the problem with the counters that the stream uses. Throws if a stream cannot count it.
Problem checked(const Problem& given, const Options& options) {
    const auto problem = CheckedProblem::with_wide_counters(given);
    if (problem->layout.image) invalid("a stream counts host data and buffers, not images");
    if (const auto why = why_not_merged(*problem); !why.empty())
        invalid("a stream counts in parts, and ", why, " cannot be counted in parts");
    if (options.knobs.merge == Merge::host)
        throw Error(
            Status::unsupported,
            "merge host: a stream does not wait for each launch (allowed: atomic, last_group, device)");
    return with_max_samples(problem, 0);
}

/// The stream's problem, with the caller's counters if these saturate: the result saturates, but not its
/// parts.
Problem as_returned(Problem checked, CounterType given) {
    if (saturates(given)) checked.counter = given;
    return checked;
}

void check_chunked(const Problem& problem) {
    if (const auto why = why_not_chunked(problem); !why.empty())
        throw Error(Status::unsupported, concat(why, " cannot be counted in chunks: push a job on a device"));
}

/// Returns the given devices. If there are none, returns one element: the default device, or nullopt if the
/// pushing threads count.
std::vector<std::optional<Device>> devices_or_default(const Problem& checked, const StreamOptions& options) {
    if (!options.devices.empty()) return {options.devices.begin(), options.devices.end()};
    constexpr auto any_number = std::numeric_limits<std::uint64_t>::max();
    const auto* const device = default_device_for(CheckedProblem::copy(checked), any_number, options.options);
    return {device != nullptr ? std::optional(*device) : std::nullopt};
}

/// The maximum size of chunks in bytes. By default, chunks are large relative to the counters that are read
/// back for each chunk.
std::uint64_t bytes_per_chunk(const Problem& problem, const StreamOptions& options, std::size_t devices) {
    const auto max_bytes = std::max<std::uint64_t>(options.memory / (2 * devices), 1);
    if (options.chunk_bytes != 0) return std::min(options.chunk_bytes, max_bytes);
    return std::min(std::max(min_chunk, 8 * sizeof(std::uint64_t) * problem.counters()), max_bytes);
}

unsigned threads_per_push(const std::vector<std::optional<Device>>& devices, const StreamOptions& options) {
    if (options.threads != 0) return options.threads;
    const auto staged = static_cast<std::size_t>(std::ranges::count_if(devices, is_staged));
    return static_cast<unsigned>((staged != 0 ? copying_threads(staged) : 0) + devices.size() - staged);
}

/// Number of bytes of a chunk. Interleaved weight vectors overlap, so only the longest of them is included.
std::uint64_t bytes_of(const Problem& problem, const HostData& chunk) {
    std::uint64_t total = chunk.samples.bytes.size() + chunk.mask.bytes.size() + chunk.weights.bytes.size();
    for (const auto& array : chunk.arrays)
        total += array.bytes.size();
    const auto& vectors = chunk.weight_vectors;
    const bool interleaved =
        !vectors.empty() && !overlapping_vectors(vectors, bytes(*problem.weights.type)).empty();
    std::uint64_t longest = 0, sum = 0;
    for (const auto& [type, bytes_of_vector] : vectors) {
        longest = std::max<std::uint64_t>(longest, bytes_of_vector.size());
        sum += bytes_of_vector.size();
    }
    return total + (interleaved ? longest : sum);
}

} // namespace

StreamSums::StreamSums(Problem problem) : problem_(std::move(problem)), words_(partial_words(problem_)) {}

void StreamSums::merge(std::span<const std::uint64_t> words, std::uint64_t elements) {
    const Lock lock(mutex_);
    merge_words(problem_, words_, words);
    counted_ += elements;
}

void StreamSums::add_pushed(std::uint64_t elements) {
    const Lock lock(mutex_);
    pushed_ += elements;
}

void StreamSums::reset() {
    const Lock lock(mutex_);
    std::ranges::fill(words_, 0);
    counted_ = pushed_ = 0;
}

std::uint64_t StreamSums::pushed() const {
    const Lock lock(mutex_);
    return pushed_;
}

Partial StreamSums::partial() const {
    const Lock lock(mutex_);
    return Partial::from_words(problem_, words_, counted_);
}

void ProgressReporter::report() noexcept {
    if (!options_.progress) return;
    const Guard turn(mutex_, std::try_to_lock);
    if (!turn) return; // another thread is calling the callback
    const auto now = LanePool::Clock::now();
    if (now - last_time_ >= progress_interval) call(turn, now);
}

void ProgressReporter::report_last() noexcept {
    if (!options_.progress) return;
    const Guard turn(mutex_);
    call(turn, LanePool::Clock::now());
}

void ProgressReporter::reset() {
    const Guard turn(mutex_);
    last_bytes_ = 0;
}

void ProgressReporter::call(const Guard& /*turn*/, LanePool::Clock::time_point now) noexcept {
    const auto traffic = lanes_.traffic();
    const auto start = traffic.start.value_or(now);
    const auto since = std::max(last_time_, start);
    Progress progress;
    progress.bytes = traffic.bytes;
    progress.seconds = seconds(now - start);
    if (now > since)
        progress.bytes_per_second = static_cast<double>(progress.bytes - last_bytes_) / seconds(now - since);
    last_time_ = now;
    last_bytes_ = progress.bytes;
    try {
        options_.progress(progress);
    } catch (...) { // push() or histogram() will throw it: this may be a thread of a lane
        lanes_.end_with(std::current_exception());
    }
}

StreamState::StreamState(const Problem& problem, const StreamOptions& options)
    : problem_(checked(problem, options.options)), devices_(devices_or_default(problem_, options)),
      options_(options),
      layout_(chunk_layout(problem_, bytes_per_chunk(problem_, options_, devices_.size()))),
      elements_per_push_(devices_.size() == 1 && !is_staged(devices_.front())
                             ? chunk_layout(problem_, unstaged_push).elements
                             : layout_.elements),
      threads_(threads_per_push(devices_, options_)), sums_(as_returned(problem_, problem.counter)),
      progress_(options_, lanes_), resident_(problem_, options.options, sums_, lanes_),
      lanes_(problem_, devices_, options_, layout_) {
    options_.devices = {}; // they are in devices_
}

void StreamState::count_chunks(const CheckedData& data) {
    const auto all = data.shape.elements;
    std::atomic<std::uint64_t> next = 0;
    const auto chunks = all / elements_per_push_ + 1;
    const auto threads = static_cast<unsigned>(std::min<std::uint64_t>(threads_, chunks));
    on_threads(threads, [&](unsigned) {
        ChunkRoom room;
        for (;;) {
            const auto first = next.fetch_add(elements_per_push_);
            if (first >= all) return;
            const auto count = std::min(elements_per_push_, all - first);
            const auto part = chunk_of(problem_, data, first, count, room);
            const Chunk chunk{part, bytes_of(problem_, part)};
            lanes_.deal(lanes_.take_slot(), chunk, *this);
        }
    });
}

void StreamState::push(const HostData& given) {
    check_chunked(problem_);
    const auto data = check_data(CheckedProblem::copy(problem_), given);
    lanes_.throw_if_over();
    if (data.shape.elements == 0) return;
    try {
        count_chunks(data);
        if (data.pinned) lanes_.drain(*this); // until then a chunk may have to be counted again from the data
    } catch (...) {                           // the push may be counted in part, so the sums are invalid
        lanes_.end_with(std::current_exception());
        if (data.pinned) lanes_.drain(*this); // the caller may free the data after the exception
        throw;
    }
    sums_.add_pushed(data.shape.elements);
}

std::uint64_t StreamState::fill(std::uint64_t bytes,
                                const std::function<std::uint64_t(std::span<std::byte>)>& fill) {
    if (problem_.layout.order != Order::interleaved || problem_.layout.mask || problem_.weights.type)
        invalid(
            "a stream is filled with samples of one array, without mask and weights: push() takes others");
    check_chunked(problem_);
    auto& slot = lanes_.take_slot();
    Chunk chunk;
    std::uint64_t elements = 0;
    try {
        const auto room = slot.memory().first(std::min(bytes, chunk_bytes()));
        chunk.bytes = fill(room);
        if (chunk.bytes > room.size())
            invalid("fill returned ", chunk.bytes, " B: it had room for ", room.size(), " B");
        const auto data = check_data(CheckedProblem::copy(problem_), {.samples = room.first(chunk.bytes)});
        elements = data.shape.elements;
        chunk.data = {.samples = data.samples, .shape = {.count = elements}};
    } catch (...) {
        lanes_.return_slot(slot);
        throw;
    }
    if (elements == 0) {
        lanes_.return_slot(slot);
        return chunk.bytes;
    }
    lanes_.deal(slot, chunk, *this);
    sums_.add_pushed(elements);
    return chunk.bytes;
}

void StreamState::push(cl_command_queue queue, const Job& job, std::span<const cl_event> wait) {
    lanes_.throw_if_over();
    lanes_.start_clock();
    sums_.add_pushed(resident_.add(queue, job, wait));
}

/// Waits for all pushed data and merges it into `sums_`.
void StreamState::collect() {
    lanes_.drain(*this);
    lanes_.throw_if_over();
    resident_.finish();
    lanes_.throw_if_over();
    progress_.report_last();
    lanes_.throw_if_over();
}

Partial StreamState::partial() {
    collect();
    return sums_.partial();
}

void StreamState::reset() {
    lanes_.drain(*this);
    resident_.finish();
    progress_.reset();
    sums_.reset();
    lanes_.reset();
}

std::uint64_t StreamState::chunk_bytes() const noexcept {
    return layout_.elements * pitches(problem_, {}).stride;
}

void StreamState::counted(Slot& slot, const Chunk& chunk, std::span<const std::uint64_t> words) noexcept {
    sums_.merge(words, *chunk.data.shape.count);
    lanes_.counted(slot, chunk);
    progress_.report();
}

void StreamState::failed(Slot& slot, std::exception_ptr error) noexcept {
    lanes_.failed(slot, error);
}

} // namespace histo_cl::detail
