#include "files/read_by_threads.hpp"

#include <algorithm>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace files {

namespace {

/// The first exception of several threads.
class FirstFailure {
  public:
    /// To be called in a catch clause.
    void keep() {
        const std::lock_guard lock(mutex_);
        if (!first_) first_ = std::current_exception();
    }
    void rethrow() const {
        if (first_) std::rethrow_exception(first_);
    }

  private:
    std::mutex mutex_;
    std::exception_ptr first_;
};

void read_all(SampleReader& reader, const ReadBy& by, const Push& push) {
    const auto ranges = by.ranges();
    const auto fill = [&](std::span<std::byte> to) -> std::uint64_t {
        const auto bytes = reader.read(to, *ranges);
        if (by.after && bytes > 0) by.after(to.first(bytes));
        return bytes;
    };
    while (push(fill) > 0) {
    }
}

} // namespace

unsigned suitable_threads() {
    return std::clamp(std::thread::hardware_concurrency(), 1U, 16U);
}

void read_by_threads(SampleReader& reader, const ReadBy& by, const Push& push, std::stop_source stop) {
    FirstFailure failure;
    const auto work = [&] {
        try {
            read_all(reader, by, push);
        } catch (...) {
            failure.keep();
            stop.request_stop();
        }
    };
    {
        std::vector<std::jthread> others;
        try {
            while (others.size() + 1 < by.threads)
                others.emplace_back(work);
        } catch (const std::system_error&) { // fewer do
        }
        work();
    } // joins them
    failure.rethrow();
}

} // namespace files
