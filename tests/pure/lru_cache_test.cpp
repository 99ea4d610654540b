#include "core/lru_cache.hpp"

#include <doctest/doctest.h>
#include <memory>
#include <string>

using histo_cl::detail::LruCache;

namespace {

using WordCache = LruCache<int, std::string>;

WordCache::Shared word(const char* text) {
    return std::make_shared<const std::string>(text);
}

WordCache::Shared find(WordCache& words, int key) {
    return words.find([key](int its_key) { return its_key == key; });
}

} // namespace

TEST_CASE("keeps the values that were asked for last, up to a number") {
    WordCache words(2, 100);
    CHECK(find(words, 1) == nullptr);
    words.keep(1, word("one"), 1);
    words.keep(2, word("two"), 1);
    REQUIRE(find(words, 1) != nullptr); // so 2 was used least recently
    words.keep(3, word("three"), 1);
    CHECK(words.size() == 2);
    CHECK(find(words, 2) == nullptr);
    REQUIRE(find(words, 1) != nullptr);
    CHECK(*find(words, 1) == "one");
    CHECK(*find(words, 3) == "three");
}

TEST_CASE("keeps values up to a total number of bytes") {
    WordCache words(10, 100);
    words.keep(1, word("one"), 60);
    words.keep(2, word("two"), 40);
    CHECK(words.size() == 2);
    words.keep(3, word("three"), 30);
    CHECK(find(words, 1) == nullptr);
    CHECK(words.size() == 2);
    words.keep(4, word("four"), 101); // larger than the limit: no value is dropped for it
    CHECK(find(words, 4) == nullptr);
    CHECK(words.size() == 2);
    words.keep(5, word("five"), 100);
    CHECK(words.size() == 1);
}

TEST_CASE("a dropped value lives until its last user releases it") {
    WordCache words(1, 100);
    words.keep(1, word("one"), 1);
    auto used = find(words, 1);
    const std::weak_ptr<const std::string> watched = used;
    words.keep(2, word("two"), 1);
    CHECK(find(words, 1) == nullptr);
    CHECK(*used == "one");
    used.reset();
    CHECK(watched.expired());
}

TEST_CASE("drops values by key or value") {
    WordCache words(4, 100);
    for (const int key : {1, 2, 3, 4})
        words.keep(key, word(key == 3 ? "three" : "other"), 1);
    words.drop([](int key, const std::string& text) { return key == 1 || text == "three"; });
    CHECK(words.size() == 2);
    CHECK(find(words, 2) != nullptr);
    CHECK(find(words, 4) != nullptr);
    words.drop([](int, const std::string&) { return true; });
    CHECK(words.size() == 0);
}
