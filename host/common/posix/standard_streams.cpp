#include "common/standard_streams.hpp"

#include <array>
#include <cstdlib>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h> // NOLINT(modernize-deprecated-headers): newlocale
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

namespace common {

void open_standard_streams() {
    // In this order: open() gives the lowest descriptor that is free.
    for (const int stream : std::array{STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(stream, F_GETFD) < 0) ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

bool is_terminal(StandardStream stream) {
    return ::isatty(static_cast<int>(stream)) == 1;
}

std::optional<std::size_t> terminal_columns(StandardStream stream) {
    winsize window{};
    if (::ioctl(static_cast<int>(stream), TIOCGWINSZ, &window) != 0 || window.ws_col == 0)
        return std::nullopt;
    return window.ws_col;
}

bool terminal_takes_utf8() {
    auto* const locale = ::newlocale(LC_CTYPE_MASK, "", nullptr); // the user's
    if (locale == nullptr) return false;
    const bool is_utf8 = std::string_view(::nl_langinfo_l(CODESET, locale)) == "UTF-8";
    ::freelocale(locale);
    return is_utf8;
}

const char* terminal_kind() {
    return std::getenv("TERM");
}

} // namespace common
