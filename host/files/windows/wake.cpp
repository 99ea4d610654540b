#include "files/wake.hpp"

#include "common/errors.hpp"
#include "files/windows/handle.hpp"

#include <mutex>
#include <utility>
#include <windows.h>

namespace files {

/// No event can be waited for together with a pipe or a console. So the thread that reads is known, and what
/// it waits for is cancelled.
struct Wake::State {
    std::mutex lock;
    bool is_awake = false;
    HANDLE reader = nullptr; ///< while a thread reads
};

Wake::Wake() : state_(std::make_unique<State>()) {}

Wake::~Wake() = default;

void Wake::wake() noexcept {
    for (;; ::Sleep(1)) { // for one that is about to read
        const std::lock_guard lock(state_->lock);
        state_->is_awake = true;
        if (state_->reader == nullptr) return;
        ::CancelSynchronousIo(state_->reader);
    }
}

namespace {

/// This thread as the one that reads.
class Reader {
  public:
    explicit Reader(const Wake* wake) : state_(wake != nullptr ? &wake->state() : nullptr) {
        if (state_ == nullptr) return;
        const std::lock_guard lock(state_->lock);
        if (state_->is_awake) throw common::Interrupted();
        state_->reader = ::OpenThread(THREAD_TERMINATE, FALSE, ::GetCurrentThreadId()); // the right to cancel
    }
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;
    ~Reader() {
        if (state_ == nullptr) return;
        const std::lock_guard lock(state_->lock);
        if (state_->reader != nullptr) ::CloseHandle(std::exchange(state_->reader, nullptr));
    }

  private:
    Wake::State* state_;
};

} // namespace

std::size_t read_next(int file, std::span<std::byte> to, const Wake* wake) {
    auto* const handle = handle_of(file);
    for (;;) {
        const Reader reader(wake);
        DWORD got = 0;
        if (::ReadFile(handle, to.data(), at_once(to.size()), &got, nullptr) != 0) return got;
        switch (::GetLastError()) {
        case ERROR_BROKEN_PIPE: // nobody writes to it any more
        case ERROR_HANDLE_EOF: return 0;
        case ERROR_OPERATION_ABORTED: break; // by wake(), or in a console by Ctrl-C
        default: fail();
        }
    }
}

} // namespace files
