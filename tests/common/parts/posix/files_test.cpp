// Files of POSIX systems: links, pipes, devices.

#include "common/errors.hpp"
#include "common/file.hpp"
#include "common/program.hpp"
#include "support/environment.hpp"
#include "support/folder.hpp"

#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <future>
#include <iterator>
#include <string>
#include <sys/stat.h>

using namespace common;
using histo_cl::test::Folder;
namespace fs = std::filesystem;

TEST_CASE("files: writing to a link writes its target and keeps the link") {
    const Folder folder;
    const auto file = folder.path() / "file";
    write_file(file, "first");
    const auto link = folder.path() / "link";
    fs::create_symlink(file, link);
    const std::string second("a\0\r\n", 4);
    write_file(link, second);
    CHECK(fs::is_symlink(link));
    CHECK(read_file(file) == second);
    CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 2);
}

TEST_CASE("files: a pipe is written to, not replaced") {
    const Folder folder;
    const auto pipe = folder.path() / "pipe";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    auto reader = std::async(std::launch::async, [&] { return read_file(pipe); });
    write_file(pipe, "through");
    CHECK(reader.get() == "through");
    CHECK(fs::is_fifo(pipe));
}

TEST_CASE("files: error messages give the system's reason") {
    const Folder folder;
    const auto taken = folder.path() / "folder";
    fs::create_directory(taken);
    CHECK_THROWS_WITH_AS(write_file(taken, "x"),
                         (taken.string() + " cannot be written: Is a directory").c_str(), UsageError);
    CHECK_THROWS_WITH_AS(static_cast<void>(read_file(taken)),
                         (taken.string() + " cannot be read: Is a directory").c_str(), UsageError);
    CHECK_THROWS_WITH_AS(write_file("/dev/full", std::string(1 << 20, 'x')),
                         "/dev/full cannot be written: No space left on device", UsageError);
}

TEST_CASE("environment: an empty POCL_AFFINITY counts as set") {
    const histo_cl::test::Environment set("POCL_AFFINITY", "");
    prepare_environment();
    CHECK(std::string(std::getenv("POCL_AFFINITY")).empty());
}
