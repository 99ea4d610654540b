// The programs' files on a failing disk. An output file has either its old or its new content, and failures
// are reported.

#include "common/errors.hpp"
#include "common/file.hpp"
#include "faults/files/each_operation.hpp"
#include "support/folder.hpp"

#include <fcntl.h>
#include <iterator>
#include <sys/stat.h>
#include <unistd.h>

using namespace histo_cl::test;
namespace fs = std::filesystem;

namespace {

const std::string old_text(300, 'o');
const std::string new_text(20'000, 'n'); // more than a stream buffers

struct OutputFile {
    Folder folder;
    std::string complaint;

    [[nodiscard]] fs::path file() const { return folder.path() / "output.txt"; }
    [[nodiscard]] std::ptrdiff_t files() const {
        return std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator());
    }

    void act() try { common::write_file(file(), new_text); } catch (const common::UsageError& error) {
        complaint = error.what();
    }

    void check_reported(const Course& course, bool written) const {
        if (course.acts_here()) CHECK(complaint.empty() == written);
        if (course.acts_here() && course.harmless()) CHECK(written);
        if (!complaint.empty()) CHECK(complaint.starts_with(file().string() + " cannot be written: "));
        if (!course.crashed() && course.fault.calls == 1) CHECK(files() == (fs::exists(file()) ? 1 : 0));
    }
};

struct NewOutput : OutputFile {
    void check(const Course& course) const {
        if (fs::exists(file())) CHECK(content(file()) == new_text);
        check_reported(course, fs::exists(file()));
    }
};

struct ReplacedOutput : OutputFile {
    ReplacedOutput() { write(file(), old_text); }
    void check(const Course& course) const {
        const auto text = content(file());
        CHECK((text == old_text || text == new_text));
        check_reported(course, text == new_text);
    }
};

/// A file that is not regular is never replaced by a regular one.
struct PipedOutput : OutputFile {
    PipedOutput() {
        REQUIRE(::mkfifo(file().c_str(), 0600) == 0);
        pipe = ::open(file().c_str(), O_RDWR | O_NONBLOCK); // so that writing does not wait for a reader
        REQUIRE(pipe >= 0);
    }
    PipedOutput(const PipedOutput&) = delete;
    PipedOutput& operator=(const PipedOutput&) = delete;
    ~PipedOutput() { ::close(pipe); }

    void check(const Course& course) const {
        CHECK(fs::is_fifo(file()));
        CHECK(files() == 1);
        if (course.acts_here() && course.harmless()) CHECK(complaint.empty());
        std::string text(2 * new_text.size(), '\0');
        const auto got = ::read(pipe, text.data(), text.size());
        text.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
        CHECK(new_text.starts_with(text));
        if (course.acts_here() && complaint.empty()) CHECK(text == new_text);
    }

    int pipe = -1;
};

struct Input {
    Input() { write(file(), new_text); }
    [[nodiscard]] fs::path file() const { return folder.path() / "input.txt"; }

    void act() {
        outcome.of([&] { return common::read_file(file()); });
    }
    void check(const Course& course) const {
        outcome.check(course, file().string() + " cannot be read: ");
        // A read of no bytes means the end of a file, which may be truncated while it is read.
        if (outcome.found && course.fault.kind != Fault::Kind::nothing) CHECK(*outcome.found == new_text);
    }

    Folder folder;
    Outcome<std::string, common::UsageError> outcome;
};

} // namespace

TEST_CASE("files of the programs: a new output is whole, or a failure is reported") {
    CHECK(fail_each_operation<NewOutput>(By::streams).contains("rename"));
}

TEST_CASE("files of the programs: an output replaces another, or leaves it and reports a failure") {
    CHECK(fail_each_operation<ReplacedOutput>(By::streams).contains("rename"));
}

TEST_CASE("files of the programs: a pipe gets the whole output, or a failure is reported") {
    CHECK(fail_each_operation<PipedOutput>(By::streams).contains("stat"));
}

TEST_CASE("files of the programs: an input is read, or a failure that names it is reported") {
    CHECK(fail_each_operation<Input>(By::streams).contains("read"));
}
