// .npz files that libzip writes.

#ifdef HISTO_CL_HAS_LIBZIP

#include "files/contents.hpp"
#include "files/npy.hpp"
#include "pack.hpp"

#include <random>
#include <utility>

using namespace files;
using namespace files::test;

namespace {

using Named = std::pair<std::string, std::string>;

std::string write_zip(const Files& files, const std::vector<Named>& contents, bool is_compressed = true) {
    return files.add("file.npz", zip_of(contents, is_compressed));
}

const std::string a = files::test::bytes_of(some_values<float>(40'000));
const std::string b = files::test::bytes_of(some_values<float>(10));
const Named file_a{"a.npy", npy_of(native_order + "f4", "(400, 100)") + a};
const Named file_b{"b.npy", npy_of(native_order + "f4", "(10,)") + b};

} // namespace

TEST_CASE(".npz: reads the only array, or one by its name") {
    const Files files;
    for (const bool is_compressed : {false, true}) {
        const auto one = contents_of(write_zip(files, {file_a}, is_compressed));
        CHECK(one.recognized == ".npz, 400 x 100 f32");
        CHECK(one.samples == a);
        const auto path = write_zip(files, {file_a, {"readme", "text"}, file_b}, is_compressed);
        check_unreadable(path, ".npz", "its arrays are a, b: FILE:NAME counts one of them");
        const auto named = contents_of(path + ":b");
        CHECK(named.recognized == ".npz, 10 f32");
        CHECK(named.samples == b);
        check_unreadable(path + ":c", ".npz", "there is no array 'c', but a, b");
        const auto beside = write_zip(
            files, {{"dx.npy", npy_of(native_order + "f8", "()") + "12345678"}, file_a}, is_compressed);
        CHECK(contents_of(beside, 77'777).samples == a);
    }
}

TEST_CASE(".npz: reads the other byte order, and refuses short arrays and text") {
    const Files files;
    const auto other = contents_of(write_zip(files, {{"c.npy", npy_of(other_order + "u2", "(1,)") + "12"}}));
    CHECK(other.samples == "21");
    const auto empty = write_zip(files, {{"c.npy", npy_of(native_order + "f4", "(0, 3)")}});
    CHECK(contents_of(empty).samples.empty());
    const auto shorter = write_zip(files, {{"c.npy", npy_of(native_order + "f4", "(2,)") + "1234"}});
    CHECK(message_of(shorter) == shorter + ": c: its header says 8 bytes of samples, but there are 4" + hint);
    const auto text = write_zip(files, {{"c.npy", "some text"}});
    CHECK(message_of(text) == text + ": c: it is not a .npy file" + hint);
}

TEST_CASE(".npz: reads or refuses damaged files, and refuses other ZIP files") {
    const Files files;
    const auto bytes = histo_cl::test::content(write_zip(files, {file_b, {"c.npy", file_b.second}}, false));
    check_damaged(files, bytes);
    // Random letters, because some flipped bits of compressed regular samples change none of them.
    std::string letters(5'000, '\0');
    std::minstd_rand random;
    for (auto& letter : letters)
        letter = static_cast<char>('a' + random() % 16);
    const Named file_d{"d.npy", npy_of("|u1", "(5000,)") + letters};
    for (const bool is_compressed : {false, true}) {
        const auto large = histo_cl::test::content(write_zip(files, {file_d}, is_compressed));
        check_flipped(files, large, 100, large.size() - 200); // damages samples: the checksum detects it
    }
    const auto other = write_zip(files, {{"letter.txt", "Dear"}});
    CHECK(message_of(other) ==
          other + ": its format is ZIP, which this program does not read: unpack it first" + hint);
}

#endif
