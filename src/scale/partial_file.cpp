#include "core/path_text.hpp"
#include "core/read_file.hpp"
#include "core/text.hpp"
#include "core/write_file.hpp"
#include "histo_cl/error.hpp"
#include "histo_cl/partial.hpp"
#include "scale/partial_bytes.hpp"

namespace histo_cl::inline HISTO_CL_ABI {
namespace {

using namespace detail;

[[noreturn]] void fail(const std::filesystem::path& file, const FileRefusal& refusal) {
    throw Error(Status::file_error, concat(text_of_path(file), ": ", refusal.reason));
}

} // namespace

void save(const Partial& partial, const std::filesystem::path& file) {
    const auto bytes = partial.save();
    if (const auto refusal = write_file(file, {reinterpret_cast<const char*>(bytes.data()), bytes.size()}))
        fail(file, *refusal);
}

Partial load(const Problem& problem, const std::filesystem::path& file) {
    static_cast<void>(Partial(problem)); // throws for a problem, which is not the file's fault
    const auto read = read_file(file, bytes_of_a_partial(most_words_of_a_partial(problem)));
    if (const auto* const refusal = std::get_if<FileRefusal>(&read)) fail(file, *refusal);
    try {
        return Partial::load(problem, std::as_bytes(std::span(std::get<std::string>(read))));
    } catch (const Error& error) {
        throw Error(error.status(), concat(text_of_path(file), ": ", error.what()));
    }
}

} // namespace histo_cl::inline HISTO_CL_ABI
