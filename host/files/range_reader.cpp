#include "files/range_reader.hpp"

#include "files/descriptor.hpp"

namespace files {

namespace {

class PreadReader : public RangeReader {
  public:
    [[nodiscard]] std::size_t read(int file, std::uint64_t offset, std::span<std::byte> to) override {
        std::size_t done = 0;
        while (done < to.size()) {
            const auto got = read_at(file, offset + done, to.subspan(done));
            if (got == 0) break;
            done += got;
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
