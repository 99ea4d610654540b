// Reading all samples into memory, from files, named pipes and devices.

#include "common/errors.hpp"
#include "count/input.hpp"
#include "files/input_file.hpp"
#include "support/folder.hpp"

#include <cstdint>
#include <doctest/doctest.h>
#include <future>
#include <numeric>
#include <string>
#include <sys/stat.h>
#include <vector>

using namespace count;
using common::UsageError;
using histo_cl::SampleType;

TEST_CASE("reads all samples of files and pipes into aligned memory, and refuses more than the limit") {
    const histo_cl::test::Folder folder;
    std::string text(3'000'000, '\0');
    std::iota(text.begin(), text.end(), '\0');
    const auto file = (folder.path() / "file").string();
    histo_cl::test::write(file, text);
    const auto all = [&](const std::vector<std::string>& paths, std::uint64_t max_bytes) {
        std::vector<files::InputFile> inputs;
        for (const auto& path : paths)
            inputs.push_back(files::open_file(path));
        CHECK(files::resolve(inputs, {}) == SampleType::u8);
        files::SampleReader reader(std::move(inputs), 1, false);
        const auto samples = all_samples(reader, max_bytes);
        CHECK(reinterpret_cast<std::uintptr_t>(samples.data()) % 4096 == 0);
        return std::string(reinterpret_cast<const char*>(samples.data()), samples.size());
    };
    CHECK(all({file, file}, 6'000'000) == text + text);
    CHECK(all({"/dev/null"}, 1).empty());
    CHECK_THROWS_WITH_AS(
        (void)all({file}, 1U << 20U),
        "the files hold more than 1.00 MiB of samples, too much to keep in memory (those of any "
        "size are counted in one pass, without --repeat, --all-variants, --custom and --merge "
        "host)",
        UsageError);
    CHECK_THROWS_AS((void)all({"/dev/zero"}, 1U << 20U), UsageError);
    const auto pipe = (folder.path() / "pipe").string();
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    const auto writer = std::async(std::launch::async, [&] { histo_cl::test::write(pipe, text); });
    CHECK(all({pipe}, 6'000'000) == text);
}
