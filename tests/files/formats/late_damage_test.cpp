// Files that are damaged after their first blocks, read by several threads.

#include "contents.hpp"
#include "long_files.hpp"

using namespace files;
using namespace files::test;

namespace {

std::string message_of(const std::string& path, const Reading& reading) {
    try {
        (void)sum_by_threads(path, reading);
    } catch (const common::UsageError& error) {
        return error.what();
    }
    return {};
}

/// What each call of a reader throws that has failed, or "" if it reads on.
std::vector<std::string> messages_after_failure(const std::string& path, const Reading& reading) {
    std::vector<InputFile> files;
    files.push_back(open_file(path, reading));
    const auto sample_bytes = histo_cl::bytes(settle(files, reading));
    SampleReader reader(std::move(files), sample_bytes, reading.truncate);
    const auto ranges = pread_reader();
    std::vector<std::byte> room(100'000);
    std::vector<std::string> messages;
    for (std::size_t got = 1; got > 0 && messages.size() < 4;)
        try {
            got = reader.read(room, *ranges);
            if (!messages.empty()) messages.emplace_back();
        } catch (const common::UsageError& error) {
            messages.emplace_back(error.what());
        }
    return messages;
}

} // namespace

TEST_CASE("a file of any format that is damaged after its first blocks is refused, and no thread reads on") {
    const Files files;
    for (const auto& file : long_files()) {
        INFO(file.name);
        const auto whole = files.add("whole", file.bytes);
        if (!file.name.starts_with("gzip of the start")) {
            CHECK(sum_by_threads(whole, file.reading).bytes > 100'000);
        } else {
            CHECK(message_of(whole, file.reading).starts_with(whole + ": "));
        }

        auto overwritten = file.bytes;
        const auto late = file.bytes.size() * 3 / 4;
        std::fill_n(overwritten.begin() + static_cast<std::ptrdiff_t>(late), 64, '\xff');
        std::vector<std::string> damaged;
        if (!file.is_text) damaged.push_back(files.add("cut", file.bytes.substr(0, late)));
        if (file.is_text || file.is_verified) damaged.push_back(files.add("overwritten", overwritten));
        for (const auto& path : damaged) {
            const auto message = message_of(path, file.reading);
            CHECK(message.starts_with(path + ": "));
            try {
                for (const auto& again : messages_after_failure(path, file.reading))
                    CHECK(again == message);
            } catch (const common::UsageError& error) { // as it was opened
                CHECK(error.what() == message);
            }
        }
    }
}
