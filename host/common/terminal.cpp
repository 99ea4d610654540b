#include "common/terminal.hpp"

#include "common/number.hpp"
#include "common/system.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <optional>
#include <string_view>

namespace common {

namespace {

std::optional<std::size_t> columns_variable() {
    const char* const value = std::getenv("COLUMNS");
    if (value == nullptr) return std::nullopt;
    const auto columns = entire<std::size_t>(value);
    if (!columns || *columns == 0 || *columns > 1000) return std::nullopt;
    return columns;
}

/// The width of the terminal; if it is unknown, the value of the variable COLUMNS.
std::optional<std::size_t> known_columns() {
    const auto columns = terminal_columns(StandardStream::output);
    return columns ? columns : columns_variable();
}

bool has_text(const char* value) {
    return value != nullptr && *value != '\0';
}

/// Whether a terminal of this kind has 24-bit colours. Other terminals may report them in COLORTERM.
bool has_all_colours(std::string_view term) {
    static constexpr std::array kinds{"alacritty", "foot", "ghostty", "kitty", "wezterm"};
    return term.ends_with("-direct") ||
           std::ranges::any_of(kinds, [&](const char* kind) { return term.find(kind) != term.npos; });
}

} // namespace

Colours colours_for(bool terminal, const ColourVariables& variables) {
    const bool forced =
        has_text(variables.clicolor_force) && std::string_view(variables.clicolor_force) != "0";
    if (has_text(variables.no_color) || !(terminal || forced)) return Colours::none;
    const std::string_view term = has_text(variables.term) ? variables.term : "dumb";
    const std::string_view colorterm = has_text(variables.colorterm) ? variables.colorterm : "";
    if (term == "dumb" && !forced) return Colours::none;
    if (colorterm == "truecolor" || colorterm == "24bit" || has_all_colours(term)) return Colours::all;
    return forced || term.find("256") != term.npos ? Colours::indexed : Colours::none;
}

Terminal standard_output() {
    Terminal terminal;
    terminal.columns = known_columns().value_or(80);
    const bool shown = is_terminal(StandardStream::output);
    terminal.unicode = shown && terminal_takes_utf8();
    terminal.colours = colours_for(shown, {.term = terminal_kind(),
                                           .colorterm = std::getenv("COLORTERM"),
                                           .no_color = std::getenv("NO_COLOR"),
                                           .clicolor_force = std::getenv("CLICOLOR_FORCE")});
    return terminal;
}

std::size_t line_columns() {
    return known_columns().value_or(std::numeric_limits<std::size_t>::max());
}

StatusLine::StatusLine() : on_(is_terminal(StandardStream::error)), at_signal_([this] { erase(); }) {}

StatusLine::~StatusLine() {
    clear();
}

void StatusLine::show(std::string text) {
    if (!on_) return;
    const auto max = terminal_columns(StandardStream::error).value_or(80) - 1; // a full line would wrap
    if (text.size() > max) text.resize(max);
    const auto held = hold_signals();
    std::cerr << clear_line << text << std::flush;
    shown_ = true;
}

void StatusLine::clear() {
    const auto held = hold_signals();
    erase();
    shown_ = false;
}

void StatusLine::erase() const {
    if (shown_) std::cerr << clear_line << std::flush;
}

} // namespace common
