#include "common/errors.hpp"
#include "common/text.hpp"
#include "mpi/split.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <mpi.h>
#include <string>

namespace mpi {

namespace {

using common::UsageError;

constexpr std::size_t max_at_once = std::size_t{1} << 30U; // MPI's counts are ints

/// Throws if a call has failed. The default error handler of files lets calls return the code.
void check(int code, const std::string& file) {
    if (code == MPI_SUCCESS) return;
    std::array<char, MPI_MAX_ERROR_STRING> text{};
    int length = 0;
    MPI_Error_string(code, text.data(), &length);
    throw UsageError(common::printable(file) + ": " + text.data());
}

/// A file opened by this rank alone.
class OpenFile {
  public:
    explicit OpenFile(std::string name) : name_(std::move(name)) {
        check(MPI_File_open(MPI_COMM_SELF, name_.c_str(), MPI_MODE_RDONLY, MPI_INFO_NULL, &file_), name_);
    }
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;
    ~OpenFile() { MPI_File_close(&file_); }

    /// Returns the number of bytes read, which is less than the size of `to` only at the end of the file.
    [[nodiscard]] std::size_t read(std::uint64_t offset, std::span<std::byte> to) {
        MPI_Status status;
        int bytes = 0;
        check(MPI_File_read_at(file_, static_cast<MPI_Offset>(offset), to.data(), static_cast<int>(to.size()),
                               MPI_BYTE, &status),
              name_);
        check(MPI_Get_count(&status, MPI_BYTE, &bytes), name_);
        return static_cast<std::size_t>(bytes);
    }

  private:
    std::string name_;
    MPI_File file_ = MPI_FILE_NULL;
};

class MpiIoReader : public files::RangeReader {
  public:
    explicit MpiIoReader(std::span<const files::InputFile> files) {
        for (const auto& file : files)
            if (!file.in_order) files_.try_emplace(file.file.get(), file.name);
    }

    [[nodiscard]] std::size_t read(int file, std::uint64_t offset, std::span<std::byte> to) override {
        auto& open = files_.at(file);
        std::size_t done = 0;
        while (done < to.size()) {
            const auto got =
                open.read(offset + done, to.subspan(done, std::min(to.size() - done, max_at_once)));
            if (got == 0) break;
            done += got;
        }
        return done;
    }

  private:
    std::map<int, OpenFile> files_; ///< open files by their descriptors
};

} // namespace

std::unique_ptr<files::RangeReader> mpi_io_reader(std::span<const files::InputFile> files) {
    return std::make_unique<MpiIoReader>(files);
}

} // namespace mpi
