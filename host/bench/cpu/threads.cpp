#include "bench/cpu/threads.hpp"

#ifdef __linux__
#include <pthread.h>
#include <sched.h>
#endif

namespace bench_cpu {

namespace {

/// Pins the calling thread to core `index` of the cores that the process may use. The index is taken modulo
/// the number of these cores.
void pin(unsigned index) {
#ifdef __linux__
    cpu_set_t allowed;
    if (::sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
    const auto cores = static_cast<unsigned>(CPU_COUNT(&allowed));
    unsigned seen = 0;
    for (unsigned core = 0; core < CPU_SETSIZE; ++core)
        if (CPU_ISSET(core, &allowed) && seen++ == index % cores) {
            cpu_set_t one;
            CPU_ZERO(&one);
            CPU_SET(core, &one);
            ::pthread_setaffinity_np(::pthread_self(), sizeof one, &one); // if it fails, the thread is slower
            return;
        }
#else
    static_cast<void>(index);
#endif
}

} // namespace

ThreadPool::ThreadPool(unsigned threads) {
    try {
        for (unsigned index = 0; index < threads; ++index)
            workers_.emplace_back([this, index] {
                pin(index);
                serve(index);
            });
    } catch (...) { // the workers that have started are joined
        stop();
        throw;
    }
}

ThreadPool::~ThreadPool() {
    stop(); // the destructor of workers_ then joins the threads, before other members are destroyed
}

void ThreadPool::stop() {
    {
        const std::scoped_lock lock(mutex_);
        stopping_ = true;
    }
    begun_.notify_all();
}

void ThreadPool::run(unsigned parts, const std::function<void(unsigned)>& work) {
    if (parts <= 1) {
        if (parts == 1) work(0);
        return;
    }
    std::unique_lock lock(mutex_);
    work_ = &work;
    parts_ = parts;
    busy_ = parts;
    ++round_;
    begun_.notify_all();
    ended_.wait(lock, [&] { return busy_ == 0; });
}

void ThreadPool::serve(unsigned index) {
    std::uint64_t served = 0;
    std::unique_lock lock(mutex_);
    for (;;) {
        begun_.wait(lock, [&] { return stopping_ || round_ != served; });
        if (stopping_) return;
        served = round_;
        if (index >= parts_) continue;
        const auto& work = *work_;
        lock.unlock();
        work(index);
        lock.lock();
        if (--busy_ == 0) ended_.notify_one();
    }
}

} // namespace bench_cpu
