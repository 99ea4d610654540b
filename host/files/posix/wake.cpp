#include "files/wake.hpp"

#include "common/errors.hpp"
#include "files/descriptor.hpp"

#include <array>
#include <cerrno>
#include <poll.h>
#include <sys/eventfd.h>
#include <system_error>
#include <unistd.h>

namespace files {

struct Wake::State {
    Descriptor event; ///< can be read once it is awake
};

Wake::Wake() : state_(std::make_unique<State>(State{Descriptor(::eventfd(0, EFD_CLOEXEC))})) {}

Wake::~Wake() = default;

void Wake::wake() noexcept {
    ::eventfd_write(state_->event.get(), 1);
}

namespace {

/// Waits until there is something to read.
void wait_for_input(int file, const Wake* wake) {
    constexpr int none = -1;
    std::array<pollfd, 2> both{pollfd{file, POLLIN, 0},
                               pollfd{wake != nullptr ? wake->state().event.get() : none, POLLIN, 0}};
    while (::poll(both.data(), both.size(), -1) < 0 && errno == EINTR) {
    }
    if (both[1].revents != 0) throw common::Interrupted();
}

} // namespace

std::size_t read_next(int file, std::span<std::byte> to, const Wake* wake) {
    for (;;) {
        wait_for_input(file, wake);
        const auto got = ::read(file, to.data(), to.size());
        if (got >= 0) return static_cast<std::size_t>(got);
        if (errno != EINTR && errno != EAGAIN) throw std::system_error(errno, std::generic_category());
    }
}

} // namespace files
