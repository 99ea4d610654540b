// Partials as bytes and in files. Saved partials can be loaded. Damaged ones are rejected with a message that
// names the damage.

#include "core/sha256.hpp"
#include "histo_cl/partial.hpp"
#include "support/error.hpp"
#include "support/folder.hpp"

#include <algorithm>
#include <cstddef>
#include <doctest/doctest.h>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

using namespace histo_cl;
using test::check_error;
using test::check_invalid;

namespace {

using Bytes = std::vector<std::byte>;

const Problem problem{.axes = {identity_bins(2)}};
const std::string text_of_problem = to_string(problem);

Partial partial() {
    return Partial::from_words(problem, std::vector<std::uint64_t>{0x0102030405060708, 3},
                               0x1122334455667788);
}

std::string text_of(const Bytes& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}
Bytes bytes_of(const std::string& text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

/// A saved partial with its checksum corrected.
std::string checked(std::string saved) {
    saved.resize(saved.size() - 64);
    return saved + detail::sha256(saved);
}

void refuses(std::initializer_list<std::string_view> words, const std::string& saved) {
    check_invalid(words, [&] { return Partial::from_bytes(problem, bytes_of(saved)); });
}

} // namespace

TEST_CASE("a saved partial is the same on every machine") {
    const auto saved = text_of(partial().to_bytes());
    const std::string before = std::string("histo_cl partial\1\0\0\0\0\0\0\0", 24) + partial().fingerprint() +
                               std::string("\x88\x77\x66\x55\x44\x33\x22\x11\2\0\0\0\0\0\0\0", 16) +
                               static_cast<char>(text_of_problem.size()) + std::string(7, '\0') +
                               std::string("\x08\x07\x06\x05\x04\x03\x02\x01\3\0\0\0\0\0\0\0", 16) +
                               text_of_problem;
    CHECK(saved == before + detail::sha256(before));
    CHECK(Partial::from_bytes(problem, bytes_of(saved)) == partial());
}

TEST_CASE("fingerprints do not change from version to version, so that later ones load what is saved") {
    const Weights bound{.type = SampleType::f32, .squares = true, .bound = WeightBound{2.5, 1'000}};
    struct Row {
        Problem problem;
        const char* fingerprint;
    };
    const std::vector<Row> rows{
        {problem, "4b85e4175aae9990025f632428b0e9396d677b02c4729f628ef228961395c9f2"},
        {{.sample = SampleType::f32, .axes = {even_bins(4, 0, 1.5)}, .last_edge = LastEdge::inclusive},
         "9a503c88f9f7d059c18f1e5f9c9cb257db2ab939dffa52cc25cc0ff94e150b9f"},
        {{.sample = SampleType::i64, .axes = {edge_bins({-7, 0, 9'007'199'254'740'993})}},
         "479784382a62e56fb07d7ffe03de9a82ca1cf7492ee8eab0db3d08b272618e59"},
        {{.sample = SampleType::f64, .axes = {log_bins(3, 1, 1'000)}, .out_of_range = OutOfRange::clamped},
         "ae24a79a833a31b5b2bbcaf47842284e2d5807d5846dc06b5ab41e36a62ba961"},
        {{.sample = SampleType::f32, .axes = {circular_bins(8, -3, 6.25)}},
         "3bfdf8561250e61e3f261bdf38c901142dd639c3923f3d5ff1c66d097eb98f14"},
        {{.sample = SampleType::u16, .axes = {custom_bins(5, "x % 5")}},
         "2d48766b703182ba5184cea56b2e4aa583db690e4150ef74bcbe1b411556e71d"},
        {{.sample = SampleType::f32, .axes = {even_bins(4, 0, 1), even_bins(3, 0, 2)}, .joint = true},
         "bc81b31c8469598103a63d10442e9fc840dc3f76c20ac10bc7ddbc4e410bb977"},
        {{.axes = {identity_bins(2)}, .weights = bound},
         "fb8a135a9e1a4dfc813db620cc5b3ea35aed16d989c00b8f26d5d2d23ab800af"},
        {{.axes = {identity_bins(2)}, .weights = {.type = SampleType::i16, .counts = true, .vectors = 2}},
         "d234dfbe91ace07bee91caf54850d032855c9fc82786321b4c599102e0041627"},
        {{.axes = {identity_bins(2)},
          .weights = {.type = SampleType::f64, .accumulator = Accumulator::minimum}},
         "4da7811de01e75a340a8ce430a65b2ff3ac8aead1162f4cf20f7195e489097a2"},
        {{.sample = SampleType::f32, .axes = {even_bins(4, 0, 1)}, .splitting = Splitting::linear},
         "6e4f58ee413df7e743de1965c7316319babe6ca38a07fd9d9b1a466ae53ee135"},
    };
    for (const auto& row : rows) {
        CAPTURE(to_string(row.problem));
        CHECK(Partial(row.problem).fingerprint() == row.fingerprint);
    }
}

TEST_CASE("each kind of damage to a saved partial has its own message") {
    const auto saved = text_of(partial().to_bytes());
    refuses({"not a saved partial"}, "");
    refuses({"not a saved partial"}, "Histo_cl partial" + saved.substr(16));
    refuses({"truncated", "15 B"}, saved.substr(0, 15));
    refuses({"truncated", std::to_string(saved.size() - 1) + " B of " + std::to_string(saved.size())},
            saved.substr(0, saved.size() - 1));
    refuses({"followed by 1 B"}, saved + "x");
    auto later = saved;
    later[16] = 2;
    refuses({"of version 2", "reads version 1"}, later);
    refuses({"of version 2"}, later.substr(0, 40)); // whatever follows the version
    auto damaged = saved;
    damaged[113] ^= 1;
    refuses({"damaged", "checksum"}, damaged);
    auto many = saved;
    many[103] = '\x7f';
    refuses({"words is damaged", "at most 50331648"}, checked(many));
    auto long_text = saved;
    long_text[105] = 0x11;
    refuses({"of text is damaged", "at most 4096"}, checked(long_text));
    auto other = saved;
    other[30] = other[30] == '0' ? '1' : '0';
    refuses({"another problem"}, checked(other));
    auto too_many = saved;
    too_many[95] = 0; // counter 0 now exceeds the number of elements
    refuses({"counter 0", "elements"}, checked(too_many));
    check_invalid({"another problem, " + text_of_problem + ", than", "3 even bins"},
                  [&] { return Partial::from_bytes({.axes = {identity_bins(3)}}, bytes_of(saved)); });
}

TEST_CASE("a saved partial keeps the beginning of a long text of its problem") {
    Problem many{.axes = {}};
    for (std::uint32_t bins = 1; bins <= 200; ++bins)
        many.axes.emplace_back(identity_bins(bins));
    many.layout.channels = 200;
    REQUIRE(to_string(many).size() > 4096);
    const auto saved = Partial(many).to_bytes();
    CHECK(saved.size() == 112 + Partial(many).words().size() * 8 + 4096 + 64);
    CHECK(Partial::from_bytes(many, saved) == Partial(many));
}

TEST_CASE("partials are saved to files and loaded from them") {
    const test::Folder folder;
    const auto file = folder.path() / "partial";
    check_error(Status::file_error, {file.string(), "no such file"},
                [&] { return load(problem, file.string()); });
    check_invalid(
        {"a batch"}, // refused before the file is opened
        [&] { return load({.axes = {identity_bins(256)}, .batch = Batch::segments}, file.string()); });
    save(partial(), file.string());
    CHECK(test::content(file) == text_of(partial().to_bytes()));
    CHECK(load(problem, file.string()) == partial());
    save(Partial(problem), file.string()); // replaces the file
    CHECK(load(problem, file.string()) == Partial(problem));
#ifndef _WIN32 // a link stays a link
    const auto link = folder.path() / "link";
    std::filesystem::create_symlink(file, link);
    save(partial(), link.string());
    CHECK(std::filesystem::is_symlink(link));
#endif
    save(partial(), file.string());
    CHECK(load(problem, file.string()) == partial());
    const auto of_any_name = (folder.path() / "").string() + "Größe ヒスト"; // this source file is UTF-8
    save(partial(), of_any_name);
    CHECK(load(problem, of_any_name) == partial());
    std::filesystem::remove(std::filesystem::path(std::u8string(of_any_name.begin(), of_any_name.end())));

    test::write(file, "histo_cl");
    check_invalid({file.string(), "truncated"}, [&] { return load(problem, file.string()); });
    check_error(Status::file_error, {folder.path().string(), "not a regular file"},
                [&] { save(partial(), folder.path().string()); });
    check_error(Status::file_error, {"none", "partial", "cannot be written"},
                [&] { save(partial(), (folder.path() / "none/partial").string()); });
#ifndef _WIN32
    check_error(Status::file_error, {"/dev/full", "not a regular file"},
                [&] { save(partial(), "/dev/full"); });
#endif
    const auto is_left = [](const auto& entry) { return entry.path().filename().string().size() > 7; };
    CHECK(std::ranges::none_of(std::filesystem::directory_iterator(folder.path()), is_left));
}
