// Files of samples on a failing disk: all samples are read, or an error names the file.

#include "common/errors.hpp"
#include "faults/files/each_operation.hpp"
#include "files/input_file.hpp"
#include "files/sample_reader.hpp"
#include "support/folder.hpp"

#include <string>
#include <vector>

using namespace histo_cl::test;

namespace {

const std::string dictionary = "{'descr': '|u1', 'fortran_order': False, 'shape': (20000,), }\n";
const std::string header =
    "\x93NUMPY\x01" + std::string{'\0', static_cast<char>(dictionary.size()), '\0'} + dictionary;

/// A file that is read sequentially, a file that is read by ranges, and a file with a header.
struct Samples {
    Samples() {
        write(path("small"), std::string(300, 's'));
        write(path("large"), std::string(20'000, 'l'));
        write(path("with_header"), header + std::string(20'000, 'h'));
    }
    [[nodiscard]] std::filesystem::path path(const std::string& name) const { return folder.path() / name; }

    [[nodiscard]] std::string read() const {
        std::vector<files::InputFile> inputs;
        for (const char* const name : {"small", "large", "with_header"})
            inputs.push_back(files::open_file(path(name).string()));
        (void)files::resolve(inputs, {});
        files::SampleReader reader(std::move(inputs), 1, false);
        const auto ranges = files::pread_reader();
        std::vector<std::byte> room(7000);
        std::string all;
        while (const auto bytes = reader.read(room, *ranges))
            all.append(reinterpret_cast<const char*>(room.data()), bytes);
        reader.require_same_sizes();
        return all;
    }

    void act() {
        outcome.of([&] { return read(); });
    }
    void check(const Course& course) const {
        outcome.check(course, folder.path().string() + "/");
        // A read of no bytes means the end of a small file, because some files report an arbitrary size. At
        // the start of a .npy file it hides the header.
        if (outcome.found && course.fault.kind != Fault::Kind::nothing)
            CHECK(*outcome.found ==
                  std::string(300, 's') + std::string(20'000, 'l') + std::string(20'000, 'h'));
    }

    Folder folder;
    Outcome<std::string, common::UsageError> outcome;
};

} // namespace

TEST_CASE("files of the programs: all samples are read, or a failure that names the file is reported") {
    const auto failed = fail_each_operation<Samples>();
    for (const char* const call : {"openat", "fstat", "read", "pread"})
        CHECK(failed.contains(call));
}
