#pragma once

#include "support/folder.hpp"

#include <algorithm>
#include <csignal>
#include <cstddef>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <future>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace files::test {

/// Temporary files and pipes of a test.
struct Files {
    histo_cl::test::Folder folder;

    std::string add(const std::string& name, const std::string& text) const {
        histo_cl::test::write(folder.path() / name, text);
        return (folder.path() / name).string();
    }
    /// A pipe to which this text is written, at most `piece` bytes at once.
    std::string pipe(const std::string& name, const std::string& text, std::size_t piece = 1U << 30U) {
        const auto path = (folder.path() / name).string();
        REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
        std::signal(SIGPIPE, SIG_IGN); // because rejected input is not read to its end
        writers.push_back(std::async(std::launch::async, [=] {
            const int file = ::open(path.c_str(), O_WRONLY);
            for (std::size_t at = 0; at < text.size();) {
                const auto put = ::write(file, text.data() + at, std::min(piece, text.size() - at));
                if (put < 0) break;
                at += static_cast<std::size_t>(put);
            }
            ::close(file);
        }));
        return path;
    }

    std::vector<std::future<void>> writers;
};

/// Pseudo-random bytes.
inline std::string some_text(std::size_t bytes) {
    std::string text(bytes, '\0');
    for (std::size_t i = 0; i < bytes; ++i)
        text[i] = static_cast<char>(i * 2654435761U >> 11U);
    return text;
}

} // namespace files::test
