#include "faults/opencl/failing.hpp"

#include "faults/opencl/layer.hpp"

#include <cerrno>
#include <cstdlib>
#include <new>
#include <system_error>
#include <thread>

namespace {

using histo_cl::test::Countdown;

// Initialized by constants, so they need no allocation.
thread_local Countdown allocated;
thread_local Countdown started;

void* allocate(std::size_t size, std::size_t alignment) {
    if (allocated.armed && histo_cl::test::layer().in_driver() == 0 && allocated.fails())
        throw std::bad_alloc();
    size += size == 0 ? 1 : 0;
    void* const memory = alignment == 0
                             ? std::malloc(size)
                             : std::aligned_alloc(alignment, (size + alignment - 1) & ~(alignment - 1));
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}

} // namespace

// All other forms of operator new call these.
void* operator new(std::size_t size) {
    return allocate(size, 0);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    return allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t /*size*/) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::align_val_t /*alignment*/) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t /*size*/, std::align_val_t /*alignment*/) noexcept {
    std::free(memory);
}

// The function with which libstdc++ starts each thread; the linker's --wrap replaces it. pthread_create() is
// not replaced, because drivers start threads with it, and may end the process if it fails. The second
// argument is a std::unique_ptr, which is passed by its address.
void start_thread(std::thread* self, void* work, void (*depend)()) asm("__real_" HISTO_CL_START_THREAD);
void start_thread_or_fail(std::thread* self, void* work,
                          void (*depend)()) asm("__wrap_" HISTO_CL_START_THREAD);

void start_thread_or_fail(std::thread* self, void* work, void (*depend)()) {
    if (started.fails()) throw std::system_error(EAGAIN, std::generic_category());
    start_thread(self, work, depend);
}

namespace histo_cl::test {

bool Countdown::fails() noexcept {
    if (!armed) return false;
    ++done;
    const bool now = lasting ? done >= first : done == first;
    failed += now ? 1U : 0U;
    return now;
}

Countdown& allocations() noexcept {
    return allocated;
}
Countdown& thread_starts() noexcept {
    return started;
}

} // namespace histo_cl::test
