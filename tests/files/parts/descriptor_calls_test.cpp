// Operations on open files, which behave alike on every system.

#include "common/errors.hpp"
#include "common/file.hpp"
#include "files/input_file.hpp"
#include "files/npy.hpp"
#include "files/sample_reader.hpp"
#include "files/system.hpp"
#include "support/folder.hpp"

#include <array>
#include <chrono>
#include <doctest/doctest.h>
#include <future>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#else
#include <unistd.h>
#endif

using namespace files;
using files::test::bytes_of;
using histo_cl::test::Folder;

namespace {

constexpr const char* foreign_name = "caf\u00e9 \u6570.bin";

/// A file with this content, with a name outside any code page.
class File {
  public:
    explicit File(const std::string& content) {
        histo_cl::test::write(folder_.path() / common::path_of(foreign_name), content);
    }
    [[nodiscard]] std::string name() const { return common::text_of(folder_.path()) + "/" + foreign_name; }

  private:
    Folder folder_;
};

struct Pipe {
    Pipe() {
        std::array<int, 2> ends{};
#ifdef _WIN32
        REQUIRE(::_pipe(ends.data(), 4096, _O_BINARY | _O_NOINHERIT) == 0);
#else
        REQUIRE(::pipe(ends.data()) == 0);
#endif
        reader = Descriptor(ends[0]);
        writer = Descriptor(ends[1]);
    }
    Descriptor reader{-1};
    Descriptor writer{-1};
};

std::string read_at(int file, std::uint64_t offset, std::size_t bytes) {
    std::string text(bytes, '\0');
    text.resize(files::read_at(file, offset, std::as_writable_bytes(std::span(text))));
    return text;
}

std::string read_next(int file, const Wake* wake = nullptr) {
    std::string text(100, '\0');
    text.resize(files::read_next(file, std::as_writable_bytes(std::span(text)), wake));
    return text;
}

} // namespace

TEST_CASE("files: opens them by any name, knows their kind and size, and reads at any offset") {
    const std::string content("0123\r\n\x1a"
                              "789",
                              10);
    const File of_disk(content);
    const auto file = open_to_read(of_disk.name());
    CHECK(status_of(file.get()).kind == FileKind::regular);
    CHECK(status_of(file.get()).size == content.size());
    CHECK(read_at(file.get(), 0, 100) == content);
    CHECK(read_at(file.get(), 4, 3) == content.substr(4, 3));
    CHECK(read_at(file.get(), 10, 1).empty());
    CHECK(read_at(file.get(), std::uint64_t{1} << 40U, 1).empty());
    const auto again = duplicate(file.get());
    CHECK(again.get() != file.get());
    CHECK(read_at(again.get(), 7, 3) == "789");
    CHECK(read_at(open_to_read(name_of(file.get())).get(), 0, 100) == content);
}

TEST_CASE("files: reports a missing file, and recognizes a folder") {
    const Folder folder;
    const auto code_of = [](const std::string& name) {
        try {
            static_cast<void>(open_to_read(name));
        } catch (const std::system_error& error) {
            return error.code();
        }
        return std::error_code();
    };
    CHECK(code_of(common::text_of(folder.path() / "absent")) == std::errc::no_such_file_or_directory);
    CHECK(status_of(open_to_read(common::text_of(folder.path())).get()).kind == FileKind::folder);
}

TEST_CASE("files: reads them in order from their position to their end") {
    const File of_disk("0123456789");
    const auto file = open_to_read(of_disk.name());
    CHECK(read_next(file.get()) == "0123456789");
    CHECK(read_next(file.get()).empty());
    const auto other = open_to_read(of_disk.name());
    CHECK(take_rest(other.get()) == 0);
    CHECK(take_rest(other.get()) == 10);
    CHECK(read_next(other.get()).empty());
}

TEST_CASE("temporary files: what is written can be read") {
    const auto file = make_temporary_file();
    const std::string content(100'000, 'x');
    write_all(file.get(), bytes_of(content));
    write_all(file.get(), bytes_of("\r\nend"));
    CHECK(status_of(file.get()).size == content.size() + 5);
    CHECK(read_at(file.get(), content.size() - 1, 100) == "x\r\nend");
}

TEST_CASE("pipes: reads what is there, until the writer closes") {
    Pipe pipe;
    CHECK(status_of(pipe.reader.get()).kind == FileKind::pipe);
    write_all(pipe.writer.get(), bytes_of("one\n"));
    const Wake wake;
    CHECK(read_next(pipe.reader.get(), &wake) == "one\n");
    write_all(pipe.writer.get(), bytes_of("two"));
    pipe.writer = Descriptor(-1);
    CHECK(read_next(pipe.reader.get(), &wake) == "two");
    CHECK(read_next(pipe.reader.get(), &wake).empty());
}

TEST_CASE("a wake ends the wait for input, and every later wait") {
    const Pipe pipe;
    Wake wake;
    auto reading = std::async(std::launch::async, [&] { return read_next(pipe.reader.get(), &wake); });
    std::this_thread::sleep_for(std::chrono::milliseconds(50)); // most likely, the reader waits by now
    wake.wake();
    CHECK_THROWS_AS(static_cast<void>(reading.get()), common::Interrupted);
    CHECK_THROWS_AS(static_cast<void>(read_next(pipe.reader.get(), &wake)), common::Interrupted);
    wake.wake();
}

TEST_CASE("reads the samples of a short or long file with a foreign name") {
    for (const std::size_t size : {100U, 100'000U}) {
        std::string content(size, '\0');
        for (std::size_t i = 0; i < size; ++i)
            content[i] = static_cast<char>(i * 7);
        const File of_disk(content);
        std::vector<InputFile> inputs;
        inputs.push_back(open_file(of_disk.name()));
        CHECK(resolve(inputs, {}) == histo_cl::SampleType::u8);
        SampleReader reader(std::move(inputs), 1, false);
        std::vector<std::byte> samples(size + 1);
        CHECK(reader.read(samples, *range_reader()) == size);
        CHECK(std::equal(samples.begin(), samples.end() - 1, bytes_of(content).begin()));
        CHECK(reader.read(samples, *range_reader()) == 0);
        reader.require_same_sizes();
    }
}
