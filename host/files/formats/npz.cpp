#include "files/formats/format.hpp"

#ifdef HISTO_CL_HAS_LIBZIP
#include "common/errors.hpp"
#include "common/text.hpp"
#include "files/npy_header.hpp"
#include "files/system.hpp"

#include <algorithm>
#include <utility>
#include <vector>
#include <zip.h>
#endif

namespace files {

namespace {

constexpr std::string_view suffix = ".npy";

/// Whether the file is a ZIP file whose first local header has a name that ends with .npy.
bool is_npz(const Start& start) {
    using namespace std::string_view_literals;
    constexpr std::size_t name_length_at = 26;
    constexpr std::size_t name_at = 30;
    const auto text = text_of(start.bytes);
    if (!text.starts_with("PK\x03\x04"sv) || text.size() < name_at) return false;
    const auto length = std::to_integer<std::size_t>(start.bytes[name_length_at]) |
                        std::to_integer<std::size_t>(start.bytes[name_length_at + 1]) << 8U;
    return text.substr(name_at, length).ends_with(suffix);
}

#ifdef HISTO_CL_HAS_LIBZIP

constexpr std::size_t look_ahead_bytes = std::size_t{1} << 16U; // longer .npy headers are rejected

[[noreturn]] void fail(const std::string& reason) {
    fail_as_unreadable(".npz", reason);
}

struct Discard {
    void operator()(zip_t* zip) const { ::zip_discard(zip); }
    void operator()(zip_file_t* file) const { ::zip_fclose(file); }
};
using Zip = std::unique_ptr<zip_t, Discard>;
using ZipFile = std::unique_ptr<zip_file_t, Discard>;

std::string message_of(int code) {
    zip_error_t error;
    ::zip_error_init_with_code(&error, code);
    std::string text = ::zip_error_strerror(&error);
    ::zip_error_fini(&error);
    return text;
}

Zip open_zip(const SeekableFile& file) {
    auto own = duplicate(file.descriptor());
    int code = 0;
    Zip zip(::zip_fdopen(own.get(), ZIP_CHECKCONS, &code));
    if (!zip) fail(message_of(code));
    static_cast<void>(own.release()); // `zip` closes the descriptor
    return zip;
}

std::size_t read_some(zip_file_t* file, std::span<std::byte> to) {
    std::size_t done = 0;
    while (done < to.size()) {
        const auto got = ::zip_fread(file, to.data() + done, to.size() - done);
        if (got < 0) fail(::zip_file_strerror(file));
        if (got == 0) break;
        done += static_cast<std::size_t>(got);
    }
    return done;
}

/// An array in the ZIP file.
struct Entry {
    zip_uint64_t index = 0;
    std::string name = {};
    std::uint64_t file_bytes = 0; ///< size of the .npy file
    Array array = {};
    std::uint64_t begin = 0; ///< offset of the samples in the .npy file
    std::uint64_t bytes = 0; ///< number of bytes of the samples
};

ZipFile open_entry(zip_t* zip, const Entry& entry) {
    ZipFile file(::zip_fopen_index(zip, entry.index, 0));
    if (!file) fail(entry.name + ": " + ::zip_strerror(zip));
    return file;
}

/// Reads the header of an array.
void describe(zip_t* zip, Entry& entry) try {
    const auto file = open_entry(zip, entry);
    std::vector<std::byte> start(look_ahead_bytes);
    start.resize(read_some(file.get(), start));
    if (!is_npy(start)) throw common::UsageError("it is not a .npy file");
    entry.begin = npy_samples_begin(start);
    entry.array = parse_npy_header(std::span(start).first(static_cast<std::size_t>(entry.begin)));
    entry.bytes = samples_of(entry.array) * sample_bytes(entry.array);
    if (entry.begin + entry.bytes != entry.file_bytes)
        throw common::UsageError("its header says " + common::plural(entry.bytes, "byte") +
                                 " of samples, but there are " +
                                 common::grouped(entry.file_bytes - entry.begin));
} catch (const common::UsageError& error) {
    throw common::UsageError(common::printable(entry.name) + ": " + error.what());
}

/// Whether the array is a single number. Files may hold such numbers, for example the distance between
/// pixels, beside other arrays.
bool is_number(zip_t* zip, Entry entry) {
    try {
        describe(zip, entry);
    } catch (const common::UsageError&) { // for example, it is an array of texts
        return false;
    }
    return entry.array.shape.empty();
}

/// Returns the array named `part`. Without a name, returns the only array, or the only array that is not a
/// single number.
Entry entry_of(zip_t* zip, std::string_view part) {
    std::vector<Entry> entries;
    std::string names;
    for (zip_int64_t i = 0; i < ::zip_get_num_entries(zip, 0); ++i) {
        zip_stat_t status;
        constexpr zip_uint64_t needed = ZIP_STAT_NAME | ZIP_STAT_SIZE;
        if (::zip_stat_index(zip, static_cast<zip_uint64_t>(i), 0, &status) != 0 ||
            (status.valid & needed) != needed)
            fail(::zip_strerror(zip));
        std::string name = status.name;
        if (!name.ends_with(suffix)) continue;
        name.resize(name.size() - suffix.size());
        names += (names.empty() ? "" : ", ") + name;
        if (part.empty() || part == name)
            entries.push_back(
                {.index = static_cast<zip_uint64_t>(i), .name = std::move(name), .file_bytes = status.size});
    }
    if (entries.empty()) fail("there is no array '" + std::string(part) + "', but " + names);
    if (entries.size() > 1) std::erase_if(entries, [&](const Entry& entry) { return is_number(zip, entry); });
    if (entries.size() != 1) fail("its arrays are " + names + ": FILE:NAME counts one of them");
    describe(zip, entries.front());
    return entries.front();
}

/// The samples of an array.
class ArraySource : public ByteSource {
  public:
    ArraySource(SeekableFile file, Zip zip, Entry entry)
        : file_(std::move(file)), zip_(std::move(zip)), entry_(std::move(entry)), left_(entry_.bytes) {}

    [[nodiscard]] std::size_t read(std::span<std::byte> to, const Wake* /*wake*/) override {
        if (!opened_) {
            opened_ = open_entry(zip_.get(), entry_);
            std::vector<std::byte> header(static_cast<std::size_t>(entry_.begin));
            if (read_some(opened_.get(), header) < header.size()) fail(entry_.name + ": it ends too early");
        }
        to = to.first(static_cast<std::size_t>(std::min<std::uint64_t>(to.size(), left_)));
        if (read_some(opened_.get(), to) < to.size()) fail("an array ends too early");
        left_ -= to.size();
        // At the end of the data, another read makes libzip verify the checksum.
        std::byte more{};
        if (left_ == 0 && read_some(opened_.get(), {&more, 1}) != 0) fail("an array is longer than it says");
        return to.size();
    }

  private:
    SeekableFile file_;
    Zip zip_;
    Entry entry_;
    ZipFile opened_;
    std::uint64_t left_; ///< bytes of the array that have not been read
};

Decoded decode(SeekableFile file, std::string_view part) {
    auto zip = open_zip(file);
    auto entry = entry_of(zip.get(), part);
    auto array = entry.array;
    return {std::move(array),
            std::make_unique<ArraySource>(std::move(file), std::move(zip), std::move(entry))};
}

#else
constexpr Decoded (*decode)(SeekableFile, std::string_view) = nullptr;
#endif

} // namespace

Format npz_format() {
    return {.name = ".npz", .matches = is_npz, .package = "libzip-dev", .decode = decode, .part = "array"};
}

} // namespace files
