#pragma once

#include "core/mutex.hpp"
#include "histo_cl/abi.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace histo_cl::detail {

/// An LRU cache of values that are expensive to make, with limits on their number and their total bytes.
/// Users share ownership of a value, so an evicted value lives until its last user releases it. Thread-safe.
template <class Key, class Value>
class LruCache {
  public:
    using Shared = std::shared_ptr<const Value>;

    LruCache(std::size_t max_entries, std::uint64_t max_bytes)
        : max_entries_(max_entries), max_bytes_(max_bytes) {}

    /// Returns the most recently used value whose key satisfies is_it(key), and marks it as just used; null
    /// if there is none.
    template <class IsIt>
    [[nodiscard]] Shared find(const IsIt& is_it) {
        const Lock lock(mutex_);
        const auto found =
            std::ranges::find_if(entries_, [&](const Entry& entry) { return is_it(entry.key); });
        if (found == entries_.end()) return nullptr;
        std::rotate(entries_.begin(), found, found + 1); // moves it to the front
        return entries_.front().value;
    }

    /// Inserts a value of the given size, and evicts the least recently used values until the limits hold.
    /// Does nothing if the value alone exceeds the limit on bytes.
    void keep(Key key, Shared value, std::uint64_t bytes) {
        if (bytes > max_bytes_) return;
        std::vector<Entry> gone; // destroyed after the lock is released
        const Lock lock(mutex_);
        entries_.insert(entries_.begin(), {std::move(key), std::move(value), bytes});
        while (entries_.size() > max_entries_ || sum_of_bytes() > max_bytes_) {
            gone.push_back(std::move(entries_.back()));
            entries_.pop_back();
        }
    }

    /// Removes the values that satisfy is_it(key, value).
    template <class IsIt>
    void drop(const IsIt& is_it) {
        std::vector<Entry> gone; // destroyed after the lock is released
        const Lock lock(mutex_);
        const auto stay = [&](const Entry& entry) { return !is_it(entry.key, *entry.value); };
        const auto first = std::stable_partition(entries_.begin(), entries_.end(), stay);
        std::move(first, entries_.end(), std::back_inserter(gone));
        entries_.erase(first, entries_.end());
    }

    [[nodiscard]] std::size_t size() const {
        const Lock lock(mutex_);
        return entries_.size();
    }

  private:
    struct Entry {
        Key key;
        Shared value;
        std::uint64_t bytes;
    };

    [[nodiscard]] std::uint64_t sum_of_bytes() const HISTO_CL_REQUIRES(mutex_) {
        std::uint64_t sum = 0;
        for (const auto& entry : entries_)
            sum += entry.bytes;
        return sum;
    }

    std::size_t max_entries_;
    std::uint64_t max_bytes_;
    mutable Mutex mutex_;
    std::vector<Entry> entries_ HISTO_CL_GUARDED_BY(mutex_); ///< the most recently used first
};

} // namespace histo_cl::detail
