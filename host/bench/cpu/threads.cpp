#include "bench/cpu/threads.hpp"

#ifdef __linux__
#include <pthread.h>
#include <sched.h>
#endif

namespace bench_cpu {

namespace {

/// Pins the calling thread to the index-th core that the process may use.
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
            ::pthread_setaffinity_np(::pthread_self(), sizeof one, &one); // failure only makes it slower
            return;
        }
#else
    static_cast<void>(index);
#endif
}

} // namespace

ThreadPool::ThreadPool(unsigned threads) : begin_(threads + 1), end_(threads + 1) {
    for (unsigned index = 0; index < threads; ++index)
        workers_.emplace_back([this, index] {
            pin(index);
            for (;;) {
                begin_.arrive_and_wait();
                if (work_ == nullptr) return;
                if (index < parts_) (*work_)(index);
                end_.arrive_and_wait();
            }
        });
}

ThreadPool::~ThreadPool() {
    work_ = nullptr;
    begin_.arrive_and_wait();
}

void ThreadPool::run(unsigned parts, const std::function<void(unsigned)>& work) {
    if (parts == 1) work(0);
    if (parts <= 1) return;
    work_ = &work;
    parts_ = parts;
    begin_.arrive_and_wait();
    end_.arrive_and_wait();
}

} // namespace bench_cpu
