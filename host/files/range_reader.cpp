#include "files/range_reader.hpp"

#include <cerrno>
#include <system_error>
#include <unistd.h>

namespace files {

namespace {

class PreadReader : public RangeReader {
  public:
    [[nodiscard]] std::size_t read(int file, std::uint64_t offset, std::span<std::byte> to) override {
        std::size_t done = 0;
        while (done < to.size()) {
            const auto got =
                ::pread(file, to.data() + done, to.size() - done, static_cast<off_t>(offset + done));
            if (got == 0) break;
            if (got < 0 && errno == EINTR) continue;
            if (got < 0) throw std::system_error(errno, std::generic_category());
            done += static_cast<std::size_t>(got);
        }
        return done;
    }
    [[nodiscard]] std::string_view name() const override { return "pread"; }
};

} // namespace

std::unique_ptr<RangeReader> pread_reader() {
    return std::make_unique<PreadReader>();
}

std::unique_ptr<RangeReader> range_reader() {
    auto reader = uring_reader();
    return reader ? std::move(reader) : pread_reader();
}

} // namespace files
