#pragma once

#include "histo_cl/abi.hpp"

#include <mutex>

// Locks with annotations for clang's -Wthread-safety (clang.llvm.org/docs/ThreadSafetyAnalysis.html).
// Variables that a lock guards, and functions whose callers must hold the lock, are annotated with the lock.
#ifdef __clang__
#define HISTO_CL_THREAD_SAFETY(attribute) __attribute__((attribute))
#else
#define HISTO_CL_THREAD_SAFETY(attribute)
#endif
#define HISTO_CL_GUARDED_BY(lock) HISTO_CL_THREAD_SAFETY(guarded_by(lock))
#define HISTO_CL_REQUIRES(lock) HISTO_CL_THREAD_SAFETY(requires_capability(lock))

namespace histo_cl::detail {

/// std::mutex with the annotations that the analysis needs.
class HISTO_CL_THREAD_SAFETY(capability("mutex")) Mutex {
  public:
    void lock() HISTO_CL_THREAD_SAFETY(acquire_capability()) { mutex_.lock(); }
    void unlock() HISTO_CL_THREAD_SAFETY(release_capability()) { mutex_.unlock(); }

  private:
    std::mutex mutex_;
};

/// Holds a Mutex until it is destroyed.
class HISTO_CL_THREAD_SAFETY(scoped_lockable) Lock {
  public:
    explicit Lock(Mutex& mutex) HISTO_CL_THREAD_SAFETY(acquire_capability(mutex)) : mutex_(mutex) {
        mutex_.lock();
    }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;
    ~Lock() HISTO_CL_THREAD_SAFETY(release_capability()) { mutex_.unlock(); }

  private:
    Mutex& mutex_;
};

} // namespace histo_cl::detail
