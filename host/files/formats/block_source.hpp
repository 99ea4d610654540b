#pragma once

#include "files/byte_source.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace files {

/// For what decodes a block at a time.
class BlockSource : public ByteSource {
  public:
    [[nodiscard]] std::size_t read(std::span<std::byte> to, const Wake* wake) final;

  private:
    /// Fills `block`, which is empty, with the next one, which is not; returns false at the end. `wake` is as
    /// for read().
    [[nodiscard]] virtual bool next_block(std::vector<std::byte>& block, const Wake* wake) = 0;

    std::vector<std::byte> block_;
    std::size_t used_ = 0; ///< of the block
};

} // namespace files
