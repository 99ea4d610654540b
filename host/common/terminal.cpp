#include "terminal.hpp"

#include <charconv>
#include <cstdlib>
#include <langinfo.h>
#include <optional>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

namespace common {

namespace {

std::optional<std::size_t> columns_variable() {
    const char* const value = std::getenv("COLUMNS");
    if (value == nullptr) return std::nullopt;
    const std::string_view text(value);
    std::size_t columns = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), columns);
    if (error != std::errc{} || end != text.data() + text.size() || columns == 0 || columns > 1000)
        return std::nullopt;
    return columns;
}

} // namespace

Terminal standard_output() {
    Terminal terminal;
    winsize window{};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 0)
        terminal.columns = window.ws_col;
    else
        terminal.columns = columns_variable().value_or(80);
    terminal.unicode = ::isatty(STDOUT_FILENO) == 1 && std::string_view(::nl_langinfo(CODESET)) == "UTF-8";
    return terminal;
}

} // namespace common
