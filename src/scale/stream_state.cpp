#include "scale/stream_state.hpp"

#include "core/invalid.hpp"
#include "core/text.hpp"
#include "histogram/chunks.hpp"
#include "histogram/kept_plans.hpp"
#include "plan/partial_sums.hpp"
#include "policy/host_problem.hpp"
#include "problem/wide_counter.hpp"
#include "scale/in_place_lane.hpp"
#include "scale/staged_lane.hpp"
#include "staging/on_threads.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

namespace histo_cl::inline HISTO_CL_ABI::detail {
namespace {

/// Uploads of 8 MiB are 3 % faster, but what is copied to page-locked memory has left the caches then.
constexpr std::uint64_t least_chunk = std::uint64_t{4} << 20U;
constexpr std::uint64_t unstaged_push = std::uint64_t{64} << 20U;
constexpr std::size_t most_slots_of_a_lane = 24;
constexpr auto progress_interval = std::chrono::milliseconds(100);

double seconds(std::chrono::steady_clock::duration time) {
    return std::chrono::duration<double>(time).count();
}

/// Its counters are those that it is counted in.
Problem checked(const Problem& given, const Options& options) {
    const auto problem = CheckedProblem::with_wide_counters(given);
    if (problem->layout.image) invalid("a stream counts host data and buffers, not images");
    if (const auto why = not_merged_because(*problem); !why.empty())
        throw Error(Status::unsupported, concat(why, " cannot be counted in parts: a stream takes none"));
    if (options.merge == Merge::host)
        throw Error(
            Status::unsupported,
            "merge host: a stream does not wait for each launch (allowed: atomic, last_group, device)");
    return with_max_samples(problem, 0);
}

/// Of what is in host memory.
void check_chunked(const Problem& problem) {
    if (const auto why = not_chunked_because(problem); !why.empty())
        throw Error(Status::unsupported, concat(why, " cannot be counted in chunks: push a job on a device"));
}

bool is_staged(const Device& device) {
    return device.profile.type != DeviceType::cpu;
}

/// Chunks are large beside the counters that each is read back with.
std::uint64_t bytes_of_a_chunk(const Problem& problem, const StreamOptions& options, std::size_t devices) {
    const auto most = std::max<std::uint64_t>(options.memory / (2 * devices), 1);
    if (options.chunk_bytes != 0) return std::min(options.chunk_bytes, most);
    return std::min(std::max(least_chunk, 8 * sizeof(std::uint64_t) * problem.counters()), most);
}

std::string message_of(const std::exception_ptr& error) {
    try {
        std::rethrow_exception(error);
    } catch (const std::exception& exception) {
        return exception.what();
    }
}

/// No other device would take them.
bool is_of_the_data(const std::exception_ptr& error) {
    try {
        std::rethrow_exception(error);
    } catch (const Error& known) {
        return known.status() == Status::invalid_argument;
    } catch (...) {
        return false;
    }
}

std::uint64_t bytes_of(const HostData& data) {
    std::uint64_t bytes = data.samples.size() + data.mask.size() + data.weights.size();
    for (const auto parts : {data.arrays, data.weight_vectors})
        for (const auto part : parts)
            bytes += part.size();
    return bytes;
}

std::string gigabytes(double bytes_per_second) {
    const auto tenths = std::llround(bytes_per_second / 1e8);
    return concat(tenths / 10, ".", tenths % 10, " GB/s");
}

} // namespace

StreamState::StreamState(const Problem& problem, std::span<const Device> devices,
                         const StreamOptions& options)
    : problem_(checked(problem, options.options)), options_(options), resident_(problem_, options.options),
      words_(words_of_a_partial(problem_)) {
    std::vector<Device> all(devices.begin(), devices.end());
    if (all.empty()) all.push_back(kept_default_device());
    layout_ = chunk_layout(problem_, bytes_of_a_chunk(problem_, options_, all.size()));
    lanes_.resize(all.size());
    for (std::size_t i = 0; i < all.size(); ++i)
        set_up(lanes_[i], all[i]);
    const auto staged = static_cast<std::size_t>(std::ranges::count_if(all, is_staged));
    const auto others = all.size() - staged;
    threads_ = options_.threads != 0
                   ? options_.threads
                   : static_cast<unsigned>((staged != 0 ? copying_threads(staged) : 0) + others);
    elements_of_a_push_ =
        all.size() == 1 && staged == 0 ? chunk_layout(problem_, unstaged_push).elements : layout_.elements;
    if (staged != 0 && others != 0) {
        trial_.emplace();
        for (auto& lane : lanes_)
            lane.helps = !is_staged(lane.device);
    }
    throw_if_over();
}

StreamState::~StreamState() {
    Guard lock(mutex_);
    quiet_.wait(lock, [&] { return under_way_ == 0; });
    lock.unlock();
    lanes_.clear(); // their threads may still be reporting progress
}

void StreamState::set_up(OneLane& lane, const Device& device) {
    const auto fit = options_.memory / layout_.bytes / lanes_.size();
    lane.device = device;
    lane.most_slots = static_cast<std::size_t>(std::clamp<std::uint64_t>(fit, 2, most_slots_of_a_lane));
    lane.free.reserve(lane.most_slots); // so that a slot is given back without a fail
    uncounted_.reserve(uncounted_.capacity() + lane.most_slots);
    try {
        if (is_staged(device))
            lane.lane = std::make_unique<StagedLane>(problem_, device, options_.options, layout_);
        else
            lane.lane = std::make_unique<InPlaceLane>(problem_, device, options_.options, layout_.bytes);
    } catch (const Error&) {
        give_up(lane, std::current_exception());
    }
}

// ---- The lock is held -----------------------------------------------------------------------------------

StreamState::OneLane* StreamState::free_lane() {
    const bool alone =
        std::ranges::none_of(lanes_, [](const OneLane& lane) { return !lane.error && !lane.helps; });
    OneLane* found = nullptr;
    std::size_t most = 0;
    for (auto& lane : lanes_) {
        if (lane.error || (lane.helps && !alone && !trial_->helps())) continue;
        const auto free = lane.free.size() + lane.most_slots - lane.slots_made;
        if (free <= most) continue;
        most = free;
        found = &lane;
    }
    return found;
}

void StreamState::throw_if_over() {
    if (options_.stop.stop_requested()) {
        slot_freed_.notify_all(); // only one may have been told of the slot that this thread will not take
        throw Error(Status::cancelled, "the stream was cancelled by its stop token");
    }
    if (!failure_) return;
    if (lanes_.size() == 1 || std::ranges::any_of(lanes_, [](const OneLane& one) { return !one.error; }))
        std::rethrow_exception(failure_);
    std::string all = "no device is left:";
    for (const auto& one : lanes_)
        all += concat(" ", one.device.profile.name, ": ", message_of(one.error), ";");
    all.pop_back();
    throw Error(Status::opencl_error, all);
}

void StreamState::give_up(OneLane& lane, const std::exception_ptr& error) noexcept {
    slot_freed_.notify_all(); // who waits takes another lane's, or gives up too
    if (!is_of_the_data(error)) {
        if (!lane.error) lane.error = error;
        if (std::ranges::any_of(lanes_, [](const OneLane& one) { return !one.error; })) return;
    }
    if (!failure_) failure_ = error;
}

void StreamState::slot_is_back() noexcept {
    slot_freed_.notify_one();
    if (--under_way_ == 0) quiet_.notify_all();
}

/// Waits until no chunk is on its way, and counts those again that devices have failed to.
void StreamState::settle(Guard& lock) {
    for (;;) {
        quiet_.wait(lock, [&] { return under_way_ == 0 || !uncounted_.empty(); });
        if (uncounted_.empty()) return;
        auto& slot = *uncounted_.back();
        uncounted_.pop_back();
        if (failure_ || options_.stop.stop_requested()) continue;
        lock.unlock();
        try {
            deal(take_slot(), slot.chunk);
        } catch (...) { // over: whoever waits throws it
        }
        lock.lock();
    }
}

// ---- It is not ------------------------------------------------------------------------------------------

Slot& StreamState::take_slot() {
    Guard lock(mutex_);
    for (;;) {
        slot_freed_.wait(
            lock, [&] { return failure_ || options_.stop.stop_requested() || free_lane() != nullptr; });
        throw_if_over();
        auto& lane = *free_lane();
        if (!start_) start_ = Clock::now();
        if (lane.free.empty()) {
            const auto number = static_cast<std::size_t>(&lane - lanes_.data());
            ++lane.slots_made;
            lock.unlock();
            std::unique_ptr<Slot> made;
            std::exception_ptr error;
            try {
                made = lane.lane->make_slot(number);
            } catch (...) {
                error = std::current_exception();
            }
            lock.lock();
            if (error) {
                --lane.slots_made;
                lane.most_slots = lane.slots_made; // there is no memory for more
                if (lane.slots_made == 0) give_up(lane, error);
                slot_freed_.notify_all();
                continue;
            }
            lane.slots.push_back(std::move(made));
            lane.free.push_back(lane.slots.back().get());
        }
        auto& slot = *lane.free.back();
        lane.free.pop_back();
        ++under_way_;
        return slot;
    }
}

void StreamState::give_back(Slot& slot) noexcept {
    const Guard lock(mutex_);
    lanes_[slot.lane].free.push_back(&slot);
    slot_is_back();
}

void StreamState::deal(Slot& first, const Chunk& chunk) {
    for (auto* slot = &first;;) {
        auto& lane = lanes_[slot->lane];
        try {
            return lane.lane->count(*slot, chunk, *this);
        } catch (...) {
            const Guard lock(mutex_);
            give_up(lane, std::current_exception());
        }
        // The chunk may lie in this slot, so another is taken before it is given back.
        auto* next = slot;
        try {
            next = &take_slot();
        } catch (...) {
            give_back(*slot);
            throw;
        }
        give_back(*slot);
        slot = next;
    }
}

void StreamState::count_chunks(const CheckedData& data) {
    const auto all = data.shape.elements;
    std::atomic<std::uint64_t> next = 0;
    const auto chunks = all / elements_of_a_push_ + 1;
    const auto threads = static_cast<unsigned>(std::min<std::uint64_t>(threads_, chunks));
    on_threads(threads, [&](unsigned) {
        ChunkRoom room;
        for (;;) {
            const auto first = next.fetch_add(elements_of_a_push_);
            if (first >= all) return;
            const auto count = std::min(elements_of_a_push_, all - first);
            const auto part = chunk_of(problem_, data, first, count, room);
            deal(take_slot(), {part, bytes_of(part)});
        }
    });
}

void StreamState::push(const HostData& given) {
    check_chunked(problem_);
    const auto data = check_data(CheckedProblem::copy(problem_), given);
    {
        const Guard lock(mutex_);
        throw_if_over();
    }
    if (data.shape.elements == 0) return;
    try {
        count_chunks(data);
        if (data.pinned) { // until here a chunk may have to be counted again
            Guard lock(mutex_);
            settle(lock);
        }
    } catch (...) {
        // A part of the push is counted: the sums are of no use any more.
        const Guard lock(mutex_);
        if (!failure_) failure_ = std::current_exception();
        slot_freed_.notify_all();
        throw;
    }
    const Guard lock(mutex_);
    elements_ += data.shape.elements;
}

std::uint64_t StreamState::fill(std::uint64_t bytes,
                                const std::function<std::uint64_t(std::span<std::byte>)>& fill) {
    if (problem_.layout.order != Order::interleaved || problem_.layout.mask || problem_.weights)
        invalid(
            "a stream is filled with samples of one array, without mask and weights: push() takes others");
    check_chunked(problem_);
    auto& slot = take_slot();
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
        give_back(slot);
        throw;
    }
    if (elements == 0) {
        give_back(slot);
        return chunk.bytes;
    }
    deal(slot, chunk);
    const Guard lock(mutex_);
    elements_ += elements;
    return chunk.bytes;
}

void StreamState::push(cl_command_queue queue, const Job& job) {
    {
        const Guard lock(mutex_);
        throw_if_over();
        if (!start_) start_ = Clock::now();
    }
    const auto elements = resident_.add(queue, job);
    const Guard lock(mutex_);
    elements_ += elements;
}

/// Waits for all that was pushed: its words are there then.
void StreamState::collect() {
    {
        Guard lock(mutex_);
        settle(lock);
        throw_if_over();
    }
    std::vector<std::uint64_t> of_parts(words_.size());
    try {
        resident_.collect(of_parts);
    } catch (...) { // the sums lack what has failed
        const Guard lock(mutex_);
        failure_ = std::current_exception();
        throw;
    }
    report_progress(true);
    const Guard lock(mutex_);
    throw_if_over();
    merge_words(problem_, words_, of_parts);
}

std::vector<std::uint64_t> StreamState::counts(CounterType sum) {
    check_sum_type(problem_, sum, "counts");
    collect();
    const Guard lock(mutex_);
    return sums_of_words(problem_, words_);
}

Partial StreamState::partial() {
    collect();
    const Guard lock(mutex_);
    return Partial::from_words(problem_, words_, elements_);
}

void StreamState::reset() {
    {
        Guard lock(mutex_);
        settle(lock);
    }
    std::vector<std::uint64_t> dropped(words_.size());
    try {
        resident_.collect(dropped);
    } catch (const Error&) { // of what is forgotten
    }
    const std::scoped_lock progress(progress_mutex_);
    const Guard lock(mutex_);
    std::ranges::fill(words_, 0);
    elements_ = bytes_ = last_bytes_ = 0;
    start_ = {};
    failure_ = {};
    for (auto& lane : lanes_)
        lane.bytes = 0;
    if (std::ranges::all_of(lanes_, [](const OneLane& lane) { return lane.error != nullptr; }))
        failure_ = lanes_.front().error;
}

std::uint64_t StreamState::chunk_bytes() const noexcept {
    return layout_.elements * pitches(problem_, {}).stride;
}

std::uint64_t StreamState::elements() const {
    const Guard lock(mutex_);
    return elements_;
}

std::vector<DeviceShare> StreamState::shares() const {
    const Guard lock(mutex_);
    const auto rates = trial_ ? trial_->rates() : std::nullopt;
    std::vector<DeviceShare> shares;
    for (const auto& lane : lanes_) {
        auto& share = shares.emplace_back();
        share.device = lane.device.profile.name;
        share.bytes = lane.bytes;
        if (lane.error)
            share.error = message_of(lane.error);
        else if (lane.helps && rates && !trial_->helps())
            share.note = concat("left idle: ", gigabytes(rates->without), " without it, ",
                                gigabytes(rates->with), " with it");
    }
    return shares;
}

// ---- From the lanes, on any thread -----------------------------------------------------------------------

void StreamState::counted(Slot& slot, const Chunk& chunk, std::span<const std::uint64_t> words) noexcept {
    {
        const Guard lock(mutex_);
        auto& lane = lanes_[slot.lane];
        merge_words(problem_, words_, words);
        bytes_ += chunk.bytes;
        lane.bytes += chunk.bytes;
        if (trial_) {
            const bool helped = trial_->helps();
            trial_->counted(chunk.bytes, seconds(Clock::now().time_since_epoch()));
            if (trial_->helps() != helped) slot_freed_.notify_all();
        }
        lane.free.push_back(&slot);
        slot_is_back();
    }
    report_progress(false);
}

void StreamState::failed(Slot& slot, std::exception_ptr error) noexcept {
    const Guard lock(mutex_);
    give_up(lanes_[slot.lane], error);
    uncounted_.push_back(&slot);
    slot_is_back();
    quiet_.notify_all();
}

void StreamState::report_progress(bool last) noexcept {
    if (!options_.progress) return;
    Guard turn(progress_mutex_, std::defer_lock);
    if (last)
        turn.lock();
    else if (!turn.try_lock())
        return; // another thread's
    Progress progress;
    const auto now = Clock::now();
    if (!last && now - last_progress_ < progress_interval) return;
    auto since = last_progress_;
    {
        const Guard lock(mutex_);
        const auto start = start_.value_or(now);
        since = std::max(since, start);
        progress.bytes = bytes_;
        progress.seconds = seconds(now - start);
    }
    if (now > since)
        progress.bytes_per_second = static_cast<double>(progress.bytes - last_bytes_) / seconds(now - since);
    last_progress_ = now;
    last_bytes_ = progress.bytes;
    try {
        options_.progress(progress);
    } catch (...) { // thrown by who pushes or asks for counts: this may be a thread of a lane
        const Guard lock(mutex_);
        if (!failure_) failure_ = std::current_exception();
        slot_freed_.notify_all();
    }
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
