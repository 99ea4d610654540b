#include "files/formats/block_source.hpp"

#include <algorithm>

namespace files {

std::size_t BlockSource::read(std::span<std::byte> to, const Wake* wake) {
    std::size_t done = 0;
    while (done < to.size()) {
        if (used_ == block_.size()) {
            block_.clear(); // also where next_block() throws
            used_ = 0;
            if (!next_block(block_, wake)) break;
        }
        const auto some = std::span<const std::byte>(block_).subspan(used_).first(
            std::min(to.size() - done, block_.size() - used_));
        std::ranges::copy(some, to.begin() + static_cast<std::ptrdiff_t>(done));
        used_ += some.size();
        done += some.size();
    }
    return done;
}

} // namespace files
