// SHA-256: the examples that NIST publishes for FIPS 180, and every length of padding.

#include "core/sha256.hpp"

#include <doctest/doctest.h>

using histo_cl::detail::sha256;

TEST_CASE("sha256: the published examples") {
    CHECK(sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    CHECK(sha256("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmno"
                 "ijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu") ==
          "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
    CHECK(sha256(std::string(1'000'000, 'a')) ==
          "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("sha256: messages of 0 to 199 bytes, whose digests are hashed together") {
    std::string digests;
    for (std::size_t size = 0; size < 200; ++size) {
        std::string message;
        for (std::size_t i = 0; i < size; ++i)
            message += static_cast<char>(i * 7 + size);
        digests += sha256(message);
    }
    // This digest was computed with Python's hashlib.
    CHECK(sha256(digests) == "b8f5d54cfd1cbbcae2003d1365d9fab7e5bc61813fa3486ee6a6a6bf38db4745");
}
