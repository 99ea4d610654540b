#include "stream/lane_pool.hpp"

#include "core/text.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace histo_cl::detail {
namespace {

// The numbers of chunks after which the stages of the trial end: warming up, without CPUs, with CPUs.
constexpr auto without_from = HelpTrial::warm_up_chunks;
constexpr auto with_from = without_from + HelpTrial::chunks_per_way;
constexpr auto end = with_from + HelpTrial::chunks_per_way;

} // namespace

double HelpTrial::Way::rate() const noexcept {
    return end > start ? static_cast<double>(bytes) / (end - start) : 0;
}

bool HelpTrial::helps() const noexcept {
    if (chunks_ < with_from) return false;
    return chunks_ < end || with_.rate() > without_.rate();
}

void HelpTrial::counted(std::uint64_t bytes, double now) noexcept {
    if (chunks_ >= end) return;
    ++chunks_;
    if (chunks_ <= without_from) {
        without_.start = now;
    } else if (chunks_ <= with_from) {
        without_.bytes += bytes;
        without_.end = with_.start = now;
    } else {
        with_.bytes += bytes;
        with_.end = now;
    }
}

std::optional<HelpTrial::Rates> HelpTrial::rates() const noexcept {
    if (chunks_ < end) return std::nullopt;
    return Rates{without_.rate(), with_.rate()};
}

namespace {

constexpr std::size_t max_slots_per_lane = 24;

std::string message_of(const std::exception_ptr& error) {
    try {
        std::rethrow_exception(error);
    } catch (const std::exception& exception) {
        return exception.what();
    }
}

/// Whether every device would fail with this error, because the data is invalid.
bool is_about_the_data(const std::exception_ptr& error) {
    try {
        std::rethrow_exception(error);
    } catch (const Error& known) {
        return known.status() == Status::invalid_argument;
    } catch (...) {
        return false;
    }
}

std::string gigabytes(double bytes_per_second) {
    const auto tenths = std::llround(bytes_per_second / 1e8);
    return concat(tenths / 10, ".", tenths % 10, " GB/s");
}

} // namespace

bool is_staged(const std::optional<Device>& device) noexcept {
    return device && device->profile.type != DeviceType::cpu;
}

double seconds(std::chrono::steady_clock::duration time) noexcept {
    return std::chrono::duration<double>(time).count();
}

LanePool::LanePool(const Problem& problem, std::span<const std::optional<Device>> devices,
                   const StreamOptions& options, const ChunkLayout& layout)
    : options_(options), lanes_(devices.size()) {
    const Guard lock(mutex_);
    const auto staged = static_cast<std::size_t>(std::ranges::count_if(devices, is_staged));
    const bool mixed = staged != 0 && staged != devices.size();
    if (mixed) trial_.emplace();
    for (std::size_t i = 0; i < devices.size(); ++i) {
        lanes_[i].device = devices[i];
        lanes_[i].helps = mixed && !is_staged(devices[i]);
        set_up(lock, lanes_[i], problem, layout);
    }
    throw_if_over(lock);
}

LanePool::~LanePool() {
    Guard lock(mutex_);
    quiet_.wait(lock, [&] { return slots_in_use_ == uncounted_.size(); });
    lock.unlock();
    // The lanes are destroyed while all members exist, because their threads may still be in counted() or
    // failed().
    lanes_.clear();
}

void LanePool::set_up(const Guard& lock, OneLane& lane, const Problem& problem, const ChunkLayout& layout) {
    const auto fit = options_.memory / layout.bytes / lanes_.size();
    lane.max_slots = static_cast<std::size_t>(std::clamp<std::uint64_t>(fit, 2, max_slots_per_lane));
    lane.free.reserve(lane.max_slots); // so that returning a slot cannot fail
    uncounted_.reserve(uncounted_.capacity() + lane.max_slots);
    try {
        if (is_staged(lane.device))
            lane.lane = std::make_unique<StagedLane>(problem, *lane.device, options_.options, layout);
        else
            lane.lane = std::make_unique<InPlaceLane>(problem, lane.device, options_.options, layout.bytes);
    } catch (const Error&) {
        give_up(lock, lane, std::current_exception());
    }
}

LanePool::OneLane* LanePool::free_lane(const Guard& /*lock*/) {
    const bool alone =
        std::ranges::none_of(lanes_, [](const OneLane& lane) { return !lane.error && !lane.helps; });
    OneLane* found = nullptr;
    std::size_t max_free = 0;
    for (auto& lane : lanes_) {
        if (lane.error || (lane.helps && !alone && !trial_->helps())) continue;
        const auto free = lane.free.size() + lane.max_slots - lane.slots_made;
        if (free <= max_free) continue;
        max_free = free;
        found = &lane;
    }
    return found;
}

void LanePool::throw_if_over(const Guard& /*lock*/) {
    if (options_.stop.stop_requested()) {
        // A notify_one() may have woken only this thread. It takes no slot, so it wakes the others.
        slot_freed_.notify_all();
        throw Error(Status::cancelled, "the stream was cancelled by its stop token");
    }
    if (!failure_) return;
    if (lanes_.size() == 1 || std::ranges::any_of(lanes_, [](const OneLane& one) { return !one.error; }))
        std::rethrow_exception(failure_);
    std::string all = "no device is left:";
    for (const auto& one : lanes_)
        all += concat(" ", one.device->profile.name, ": ", message_of(one.error), ";");
    all.pop_back();
    throw Error(Status::opencl_error, all);
}

void LanePool::throw_if_over() {
    throw_if_over(Guard(mutex_));
}

void LanePool::give_up(const Guard& /*lock*/, OneLane& lane, const std::exception_ptr& error) noexcept {
    slot_freed_.notify_all(); // waiting threads take a slot of another lane, or throw as well
    if (!is_about_the_data(error)) {
        if (!lane.error) lane.error = error;
        if (std::ranges::any_of(lanes_, [](const OneLane& one) { return !one.error; })) return;
    }
    if (!failure_) failure_ = error;
}

void LanePool::slot_returned(const Guard& /*lock*/, Slot& slot) noexcept {
    lanes_[slot.lane].free.push_back(&slot);
    slot_freed_.notify_one();
    if (--slots_in_use_ == uncounted_.size()) quiet_.notify_all();
}

void LanePool::make_slot(Guard& lock, OneLane& lane) {
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
    if (!error) {
        lane.slots.push_back(std::move(made));
        lane.free.push_back(lane.slots.back().get());
        return;
    }
    --lane.slots_made;
    lane.max_slots = lane.slots_made; // there is no memory for more slots
    if (lane.slots_made == 0) give_up(lock, lane, error);
    slot_freed_.notify_all();
}

Slot& LanePool::take_slot() {
    Guard lock(mutex_);
    for (;;) {
        slot_freed_.wait(
            lock, [&] { return failure_ || options_.stop.stop_requested() || free_lane(lock) != nullptr; });
        throw_if_over(lock);
        auto& lane = *free_lane(lock);
        if (!start_) start_ = Clock::now();
        if (lane.free.empty()) {
            make_slot(lock, lane);
            if (lane.free.empty()) continue;
        }
        auto& slot = *lane.free.back();
        lane.free.pop_back();
        ++slots_in_use_;
        return slot;
    }
}

void LanePool::return_slot(Slot& slot) noexcept {
    slot_returned(Guard(mutex_), slot);
}

void LanePool::deal(Slot& first, const Chunk& chunk, Reports& reports) {
    for (auto* slot = &first;;) {
        auto& lane = lanes_[slot->lane];
        try {
            return lane.lane->count(*slot, chunk, reports);
        } catch (...) {
            give_up(Guard(mutex_), lane, std::current_exception());
        }
        // The chunk may be in the memory of this slot, so another slot is taken before this one is returned.
        auto* next = slot;
        try {
            next = &take_slot();
        } catch (...) {
            return_slot(*slot);
            throw;
        }
        return_slot(*slot);
        slot = next;
    }
}

void LanePool::drain(Reports& reports) {
    Guard lock(mutex_);
    for (;;) {
        quiet_.wait(lock, [&] { return slots_in_use_ == 0 || !uncounted_.empty(); });
        if (uncounted_.empty()) return;
        auto& slot = *uncounted_.back();
        uncounted_.pop_back();
        if (!failure_ && !options_.stop.stop_requested()) {
            lock.unlock();
            try {
                deal(take_slot(), slot.chunk, reports);
            } catch (...) { // the stream has ended, and throw_if_over() will throw the error
            }
            lock.lock();
        }
        slot_returned(lock, slot);
    }
}

void LanePool::counted(Slot& slot, const Chunk& chunk) noexcept {
    const Guard lock(mutex_);
    auto& lane = lanes_[slot.lane];
    bytes_ += chunk.bytes;
    lane.bytes += chunk.bytes;
    if (chunk.on_calling_thread) lane.calling_thread_bytes += chunk.bytes;
    if (trial_) {
        const bool helped = trial_->helps();
        trial_->counted(chunk.bytes, seconds(Clock::now().time_since_epoch()));
        if (trial_->helps() != helped) slot_freed_.notify_all();
    }
    slot_returned(lock, slot);
}

void LanePool::failed(Slot& slot, const std::exception_ptr& error) noexcept {
    const Guard lock(mutex_);
    give_up(lock, lanes_[slot.lane], error);
    uncounted_.push_back(&slot);
    quiet_.notify_all();
}

void LanePool::end_with(const std::exception_ptr& error) noexcept {
    const Guard lock(mutex_);
    if (!failure_) failure_ = error;
    slot_freed_.notify_all();
}

void LanePool::reset() {
    const Guard lock(mutex_);
    bytes_ = 0;
    start_ = {};
    failure_ = {};
    for (auto& lane : lanes_)
        lane.bytes = lane.calling_thread_bytes = 0;
    if (std::ranges::all_of(lanes_, [](const OneLane& lane) { return lane.error != nullptr; }))
        failure_ = lanes_.front().error;
}

void LanePool::start_clock() {
    const Guard lock(mutex_);
    if (!start_) start_ = Clock::now();
}

LanePool::Traffic LanePool::traffic() const {
    const Guard lock(mutex_);
    return {bytes_, start_};
}

std::vector<DeviceShare> LanePool::shares() const {
    const Guard lock(mutex_);
    const auto rates = trial_ ? trial_->rates() : std::nullopt;
    std::vector<DeviceShare> shares;
    for (const auto& lane : lanes_) {
        auto& share = shares.emplace_back();
        if (lane.device) share.device = lane.device->profile.name;
        share.bytes = lane.bytes;
        share.calling_thread_bytes = lane.calling_thread_bytes;
        if (lane.error)
            share.error = message_of(lane.error);
        else if (lane.helps && rates && !trial_->helps())
            share.note = concat("left idle: ", gigabytes(rates->without), " without it, ",
                                gigabytes(rates->with), " with it");
    }
    return shares;
}

} // namespace histo_cl::detail
