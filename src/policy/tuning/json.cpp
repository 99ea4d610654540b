#include "policy/tuning/json.hpp"

#include "core/invalid.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace histo_cl::detail {
namespace {

constexpr std::size_t deepest = 16;
constexpr std::size_t most_members = 64;

bool is_digit(char c) noexcept {
    return c >= '0' && c <= '9';
}

/// A code point as UTF-8.
void append_utf8(std::string& text, std::uint32_t code) {
    const auto tail = [&](std::uint32_t shift) {
        text += static_cast<char>(0x80U | ((code >> shift) & 0x3FU));
    };
    if (code < 0x80) {
        text += static_cast<char>(code);
    } else if (code < 0x800) {
        text += static_cast<char>(0xC0U | (code >> 6U));
        tail(0);
    } else if (code < 0x10000) {
        text += static_cast<char>(0xE0U | (code >> 12U));
        tail(6);
        tail(0);
    } else {
        text += static_cast<char>(0xF0U | (code >> 18U));
        tail(12);
        tail(6);
        tail(0);
    }
}

class Reader {
  public:
    explicit Reader(std::string_view text) : rest_(text) {}

    Json whole() {
        auto value = this->value(0);
        skip_space();
        if (!rest_.empty()) refuse("more text after the end of the value");
        return value;
    }

  private:
    [[noreturn]] void refuse(const std::string& what) const { refuse_line(line_, what); }

    [[nodiscard]] bool next_is(char c) const noexcept { return !rest_.empty() && rest_.front() == c; }

    char take() {
        if (rest_.empty()) refuse("the text ends too early");
        const char c = rest_.front();
        rest_.remove_prefix(1);
        if (c == '\n') ++line_;
        return c;
    }

    bool take_if(char c) {
        if (!next_is(c)) return false;
        take();
        return true;
    }

    void skip_space() {
        while (next_is(' ') || next_is('\t') || next_is('\n') || next_is('\r'))
            take();
    }

    void expect(char c) {
        skip_space();
        if (rest_.empty()) refuse("the text ends too early");
        if (!take_if(c)) refuse(std::string("'") + c + "' is missing");
    }

    Json value(std::size_t depth) {
        if (depth == deepest) refuse("more than " + std::to_string(deepest) + " values in one another");
        skip_space();
        Json value{.line = line_};
        if (next_is('{')) {
            value.kind = Json::Kind::object;
            read_object(value, depth);
        } else if (next_is('[')) {
            value.kind = Json::Kind::array;
            read_array(value, depth);
        } else if (next_is('"')) {
            value.kind = Json::Kind::string;
            value.text = string();
        } else if (next_is('-') || (!rest_.empty() && is_digit(rest_.front()))) {
            value.kind = Json::Kind::number;
            value.text = number();
        } else {
            read_word(value);
        }
        return value;
    }

    void read_object(Json& object, std::size_t depth) {
        take();
        skip_space();
        if (take_if('}')) return;
        do {
            skip_space();
            const auto line = line_;
            if (!next_is('"')) refuse("a member's name is missing");
            auto name = string();
            if (object.items.size() == most_members)
                refuse_line(line, "more than " + std::to_string(most_members) + " members in one object");
            if (std::ranges::find(object.items, name, &Json::name) != object.items.end())
                refuse_line(line, json_string(name) + " twice in one object");
            expect(':');
            object.items.push_back(value(depth + 1));
            object.items.back().name = std::move(name);
            skip_space();
        } while (take_if(','));
        expect('}');
    }

    void read_array(Json& array, std::size_t depth) {
        take();
        skip_space();
        if (take_if(']')) return;
        do {
            array.items.push_back(value(depth + 1));
            skip_space();
        } while (take_if(','));
        expect(']');
    }

    void read_word(Json& value) {
        constexpr std::array<std::string_view, 3> words{"true", "false", "null"};
        const auto word =
            std::ranges::find_if(words, [this](std::string_view w) { return rest_.starts_with(w); });
        if (word == words.end()) refuse(rest_.empty() ? "the text ends too early" : "this is not JSON");
        rest_.remove_prefix(word->size());
        if (*word == "null") return;
        value.kind = Json::Kind::boolean;
        value.text = *word;
    }

    std::string number() {
        std::string text;
        const auto digits = [&] {
            if (rest_.empty() || !is_digit(rest_.front())) refuse("a number lacks a digit");
            while (!rest_.empty() && is_digit(rest_.front()))
                text += take();
        };
        if (next_is('-')) text += take();
        const bool zero = next_is('0');
        const auto first = text.size();
        digits();
        if (zero && text.size() > first + 1) refuse("a number begins with 0");
        if (next_is('.')) {
            text += take();
            digits();
        }
        if (next_is('e') || next_is('E')) {
            text += take();
            if (next_is('+') || next_is('-')) text += take();
            digits();
        }
        return text;
    }

    std::string string() {
        std::string text;
        take();
        for (;;) {
            if (next_is('\n')) refuse("a string does not end on its line");
            const char c = take();
            if (c == '"') return text;
            if (static_cast<unsigned char>(c) < 0x20) refuse("a control character in a string");
            if (c == '\\')
                read_escape(text);
            else
                text += c;
        }
    }

    void read_escape(std::string& text) {
        constexpr std::string_view letters = "\"\\/bfnrt";
        constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
        const char c = take();
        if (c == 'u') return append_utf8(text, code_point());
        const auto at = letters.find(c);
        if (at == std::string_view::npos) refuse("an unknown escape in a string");
        text += meanings[at];
    }

    /// After "\u": the code point, for which two escapes may be needed.
    std::uint32_t code_point() {
        const auto high = hex();
        if (high < 0xD800 || high > 0xDFFF) return high;
        if (high > 0xDBFF || !take_if('\\') || !take_if('u')) refuse("half a surrogate pair in a string");
        const auto low = hex();
        if (low < 0xDC00 || low > 0xDFFF) refuse("half a surrogate pair in a string");
        return 0x10000 + ((high - 0xD800) << 10U) + (low - 0xDC00);
    }

    std::uint32_t hex() {
        constexpr std::string_view lower = "0123456789abcdef";
        constexpr std::string_view upper = "0123456789ABCDEF";
        std::uint32_t code = 0;
        for (int i = 0; i < 4; ++i) {
            const char c = take();
            const auto digit = std::min(lower.find(c), upper.find(c));
            if (digit == std::string_view::npos) refuse("\\u needs four hexadecimal digits");
            code = code * 16 + static_cast<std::uint32_t>(digit);
        }
        return code;
    }

    std::string_view rest_;
    std::size_t line_ = 1;
};

} // namespace

void refuse_line(std::size_t line, const std::string& what) {
    invalid("line " + std::to_string(line) + ": " + what);
}

Json parse_json(std::string_view text) {
    return Reader(text).whole();
}

std::string json_string(std::string_view text) {
    std::string quoted = "\"";
    for (const char c : text) {
        if (static_cast<unsigned char>(c) < 0x20) {
            std::array<char, 8> escape{};
            std::snprintf(escape.data(), escape.size(), "\\u%04x", static_cast<unsigned>(c));
            quoted += escape.data();
        } else {
            if (c == '"' || c == '\\') quoted += '\\';
            quoted += c;
        }
    }
    return quoted + '"';
}

} // namespace histo_cl::detail
