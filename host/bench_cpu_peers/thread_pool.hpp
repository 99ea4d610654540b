#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace bench_cpu_peers {

/// Threads that wait between calls, each pinned to its own core if the system allows. For one caller.
class ThreadPool {
  public:
    explicit ThreadPool(unsigned threads);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    [[nodiscard]] unsigned threads() const noexcept { return static_cast<unsigned>(workers_.size()); }

    /// Calls work(0) to work(parts - 1) in parallel, parts <= threads(), and waits for all. The caller runs a
    /// single part itself. `work` must not throw.
    void run(unsigned parts, const std::function<void(unsigned)>& work);

  private:
    void serve(unsigned index);

    std::mutex mutex_;
    std::condition_variable begun_;
    std::condition_variable ended_;
    const std::function<void(unsigned)>* work_ = nullptr;
    std::uint64_t round_ = 0;
    unsigned parts_ = 0;
    unsigned busy_ = 0;
    bool stopping_ = false;
    std::vector<std::thread> workers_;
};

/// Where part `index` of `parts` of `count` things begins: at a multiple of 64 of them.
[[nodiscard]] constexpr std::uint64_t part_begin(std::uint64_t count, unsigned parts,
                                                 unsigned index) noexcept {
    return index == parts ? count : count / parts * index / 64 * 64;
}

} // namespace bench_cpu_peers
