#include "program/source_text.hpp"

#include "core/lru_cache.hpp"
#include "core/process.hpp"
#include "core/text.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <unordered_map>
#include <utility>

namespace histo_cl::detail {
namespace {

bool is_letter(char c) noexcept {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_digit(char c) noexcept {
    return c >= '0' && c <= '9';
}

/// A name without its axis number: "EXTENT" for "EXTENT_12", and for the "EXTENT_" of EXTENT_##axis.
std::string_view without_axis(std::string_view name) noexcept {
    const auto stem = name.substr(0, name.find_last_not_of("0123456789") + 1);
    return stem.size() > 1 && stem.ends_with('_') ? stem.substr(0, stem.size() - 1) : name;
}

/// Calls see(name) for each identifier outside comments, without the axis number at its end.
template <class See>
void for_each_name(std::string_view text, const See& see) {
    for (std::size_t at = 0; at < text.size();) {
        const auto begin = at;
        if (text.substr(at, 2) == "//") at = std::min(text.find('\n', at), text.size());
        while (at < text.size() && (is_letter(text[at]) || is_digit(text[at])))
            ++at;
        if (is_letter(text[begin])) see(without_axis(text.substr(begin, at - begin)));
        if (at == begin) ++at;
    }
}

/// The first line of text, with its newline.
std::string_view first_line(std::string_view text) noexcept {
    return text.substr(0, std::min(text.find('\n'), text.size() - 1) + 1);
}

/// The comment lines at the start of text; if `or_empty`, including empty lines.
std::string_view comment_of(std::string_view text, bool or_empty) noexcept {
    std::size_t length = 0;
    while (text.substr(length).starts_with("//") || (or_empty && text.substr(length).starts_with('\n')))
        length += first_line(text.substr(length)).size();
    return text.substr(0, length);
}

/// The definition at the start of code. A #define ends with the first line that does not end with `\`. An #if
/// ends with its #endif. Any other definition ends with the first line that closes all brackets and ends with
/// `}`, `;` or `)`.
std::string_view definition_of(std::string_view code) {
    const bool directive = code.starts_with('#');
    const bool conditional = code.starts_with("#if");
    std::ptrdiff_t open = 0;
    for (std::size_t at = 0; at < code.size();) {
        const auto whole_line = first_line(code.substr(at));
        at += whole_line.size();
        auto line = whole_line.substr(0, whole_line.find("//"));
        line = line.substr(0, line.find_last_not_of(" \n") + 1);
        if (conditional) open += line.starts_with("#if") ? 1 : line.starts_with("#endif") ? -1 : 0;
        if (!directive)
            for (const auto c : line)
                open += c == '{' || c == '(' ? 1 : c == '}' || c == ')' ? -1 : 0;
        const auto last = line.empty() ? ' ' : line.back();
        const bool complete =
            directive ? conditional || last != '\\' : last == '}' || last == ';' || last == ')';
        if (open == 0 && complete) return code.substr(0, at);
    }
    return code;
}

/// The names that a definition defines: the name before a function's parameters, the last name of a typedef,
/// or all macros and functions in a directive.
std::vector<std::string_view> defined_names(std::string_view code) {
    std::vector<std::string_view> words;
    const bool function = code.starts_with("static");
    const auto head =
        function
            ? code.substr(0, code.find('(', code.find("OF_AXIS") < code.find('(') ? code.find('(') + 1 : 0))
            : code;
    for_each_name(head, [&words](std::string_view name) { words.push_back(name); });
    if (function || code.starts_with("typedef")) return {words.back()};
    std::vector<std::string_view> names;
    if (!code.starts_with('#')) return names;
    for (std::size_t i = 0; i + 1 < words.size(); ++i)
        if (words[i] == "define") names.push_back(words[i + 1]);
    for (auto at = code.find("\nstatic"); at != std::string_view::npos; at = code.find("\nstatic", at + 1))
        names.push_back(defined_names(definition_of(code.substr(at + 1))).front());
    return names;
}

/// The place where a name is defined: indices of a file and of a definition in it.
struct Place {
    std::size_t file, definition;
};

struct Library : KernelLibrary {
    std::unordered_map<std::string_view, std::uint32_t> numbers;
    std::vector<std::vector<Place>> places; ///< where each name is defined

    Library() {
        for (const auto& [name, text] : embedded_kernels()) {
            auto& file = files.emplace_back(KernelFile{.name = name, .comment = comment_of(text, false)});
            for (auto at = file.comment.size(); at < text.size();)
                at += add_definition(file, text.substr(at)).text.size();
            file.is_of_axis = text.find("OF_AXIS(") != std::string_view::npos;
        }
        places.resize(names.size());
        for (std::size_t file = 0; file < files.size(); ++file)
            for (std::size_t i = 0; i < files[file].definitions.size(); ++i)
                for (const auto name : files[file].definitions[i].names)
                    places[name].push_back({file, i});
    }

  private:
    const Definition& add_definition(KernelFile& file, std::string_view rest) {
        const auto above = comment_of(rest, true);
        const auto code = definition_of(rest.substr(above.size()));
        std::vector<std::string_view> used;
        for_each_name(code, [&used](std::string_view name) { used.push_back(name); });
        return file.definitions.emplace_back(Definition{rest.substr(0, above.size() + code.size()),
                                                        numbers_of(defined_names(code)), numbers_of(used)});
    }

    std::vector<std::uint32_t> numbers_of(const std::vector<std::string_view>& words) {
        std::vector<std::uint32_t> found;
        for (const auto word : words) {
            const auto [place, added] = numbers.emplace(word, static_cast<std::uint32_t>(names.size()));
            if (added) names.push_back(word);
            found.push_back(place->second);
        }
        std::ranges::sort(found);
        found.erase(std::unique(found.begin(), found.end()), found.end());
        return found;
    }
};

const Library& library() {
    // Never destroyed, because static objects may still count histograms when the process ends.
    static const auto& library = *new Library;
    return library;
}

} // namespace

std::optional<std::uint32_t> KernelLibrary::find(std::string_view name) const {
    const auto found = library().numbers.find(without_axis(name));
    return found == library().numbers.end() ? std::nullopt : std::optional(found->second);
}

const KernelLibrary& kernel_library() {
    return library();
}

void SourceText::add_line(std::string line) {
    parts_.push_back({.line = std::move(line)});
}

/// If no file of kernels/ contains the constant's name, only another constant may use it, so the line is
/// kept.
void SourceText::add_line_about(std::string_view constant, std::string line) {
    parts_.push_back({.line = std::move(line), .name = library().find(constant)});
}

void SourceText::add(const Constants& constants) {
    for (const auto& [name, value] : constants.all())
        add_line_about(name.substr(0, name.find('(')), concat("#define ", name, " ", value));
}

void SourceText::add(const SourceText& other) {
    parts_.insert(parts_.end(), other.parts_.begin(), other.parts_.end());
}

void SourceText::undefine(const Constants& constants) {
    for (const auto& [name, value] : constants.all()) {
        const auto bare = name.substr(0, name.find('('));
        add_line_about(bare, concat("#undef ", bare));
    }
}

void SourceText::add_files(std::initializer_list<std::string_view> names) {
    for (const auto name : names) {
        const auto found = std::ranges::find(library().files, name, &KernelFile::name);
        if (found == library().files.end())
            throw std::logic_error(concat("kernels/", name, ".cl is not embedded"));
        const auto* const file = &*found;
        if (file->is_of_axis || std::ranges::find(parts_, file, &Part::file) == parts_.end())
            parts_.push_back({.file = file});
    }
}

std::string SourceText::text() const {
    constexpr std::size_t max_texts = 64;
    constexpr std::uint64_t max_bytes = 8U << 20U;
    // The key consists of all parts.
    auto& texts = one_of_process<LruCache<std::string, std::string>>(max_texts, max_bytes);
    std::string parts;
    for (const auto& part : parts_)
        parts += concat(part.file == nullptr ? std::string_view(part.line) : part.file->name, "\n");
    const auto is_it = [&parts](const std::string& key) { return key == parts; };
    if (const auto kept = texts.find(is_it)) return *kept;
    auto text = std::make_shared<const std::string>(used_text());
    const auto bytes = parts.size() + text->size();
    texts.keep(std::move(parts), text, bytes);
    return *text;
}

std::string SourceText::used_text() const {
    const auto& all = library();
    std::vector<bool> used(all.names.size());
    std::vector<std::uint32_t> pending; // used names whose definitions are still to be visited
    const auto use = [&](std::uint32_t name) {
        if (!used[name]) pending.push_back(name);
        used[name] = true;
    };
    const auto use_names_in = [&](std::string_view code) {
        for_each_name(code, [&](std::string_view name) {
            if (const auto found = all.numbers.find(name); found != all.numbers.end()) use(found->second);
        });
    };
    std::vector<bool> has_file(all.files.size());
    std::vector<std::vector<const Part*>> constants(all.names.size());
    for (const auto& part : parts_)
        if (part.file != nullptr) {
            has_file[static_cast<std::size_t>(part.file - all.files.data())] = true;
            for (const auto& definition : part.file->definitions)
                if (definition.names.empty()) std::ranges::for_each(definition.uses, use);
        } else if (part.name) {
            constants[*part.name].push_back(&part);
        } else {
            use_names_in(part.line);
        }
    while (!pending.empty()) {
        const auto name = pending.back();
        pending.pop_back();
        for (const auto& place : all.places[name])
            if (has_file[place.file])
                std::ranges::for_each(all.files[place.file].definitions[place.definition].uses, use);
        for (const auto* const part : constants[name])
            use_names_in(part->line);
    }

    std::string text;
    for (const auto& part : parts_)
        if (part.file != nullptr) {
            bool begun = false;
            for (const auto& definition : part.file->definitions) {
                const auto is_used = [&used](std::uint32_t name) { return used[name]; };
                if (!definition.names.empty() && std::ranges::none_of(definition.names, is_used)) continue;
                if (!begun) text += concat("\n// ---- ", part.file->name, ".cl ----\n\n", part.file->comment);
                begun = true;
                text += definition.text;
            }
        } else if (!part.name || used[*part.name]) {
            text += part.line + "\n";
        }
    return text;
}

} // namespace histo_cl::detail
