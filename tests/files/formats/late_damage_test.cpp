// Files that are damaged after their first blocks, read by several threads.

#include "files/contents.hpp"
#include "long_files.hpp"

using namespace files;
using namespace files::test;

TEST_CASE("a file of any format that is damaged after its first blocks is refused or read whole, and no "
          "thread reads on after a failure") {
    const Files files;
    for (const auto& file : long_files()) {
        INFO(file.name);
        const auto path = files.add("whole", file.bytes);
        const auto whole = read_by_four(path, file.reading);
        CHECK(fault_of(whole, path, file, whole) == "");
        CHECK(whole.messages.empty() == !file.name.starts_with("gzip of the start"));
        if (whole.messages.empty()) CHECK(whole.sum.bytes > 100'000);

        const auto check = [&](const std::string& bytes, bool stop, bool is_refused) {
            const auto damaged = files.add("damaged", bytes);
            const auto outcome = read_by_four(damaged, file.reading, {.stop = stop});
            CHECK(fault_of(outcome, damaged, file, whole) == "");
            if (is_refused) CHECK(!outcome.messages.empty());
            // Reading fails when the file is opened, or in each of four threads and in one more call.
            if (!stop && outcome.messages.size() > 1) CHECK(outcome.messages.size() == 5);
        };
        const auto late = file.bytes.size() * 3 / 4;
        auto overwritten = file.bytes;
        std::fill_n(overwritten.begin() + static_cast<std::ptrdiff_t>(late), 64, '\xff');
        check(file.bytes.substr(0, late), false, !file.is_text);
        check(overwritten, true, file.is_text || file.is_verified);
    }
}
