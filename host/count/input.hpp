#pragma once

#include "common/errors.hpp"
#include "count/command.hpp"
#include "count/result.hpp"
#include "files/sample_reader.hpp"

#include <histo_cl/histo_cl.hpp>

#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <span>
#include <vector>

namespace count {

/// Allocates page-aligned memory, so that a CPU device can count samples in place. Elements are not
/// initialized, because samples are then read into them.
template <class T>
struct PageAllocator {
    using value_type = T; // NOLINT(readability-identifier-naming): required name
    static constexpr std::align_val_t page{4096};

    PageAllocator() = default;
    template <class Other> // NOLINTNEXTLINE(google-explicit-constructor): required conversion
    PageAllocator(const PageAllocator<Other>&) {}

    [[nodiscard]] T* allocate(std::size_t count) {
        return static_cast<T*>(::operator new(count * sizeof(T), page));
    }
    void construct(T* /*at*/) {}
    void deallocate(T* start, std::size_t) { ::operator delete(start, page); }

    friend bool operator==(PageAllocator, PageAllocator) { return true; }
};

using Bytes = std::vector<std::byte, PageAllocator<std::byte>>;

/// Maximum number of bytes of samples that are kept in memory: half of this machine's memory.
[[nodiscard]] std::uint64_t max_kept();

/// Reads all samples into memory, for work that reads them several times. Throws UsageError for more than
/// `max` bytes. Otherwise throws like SampleReader.
[[nodiscard]] Bytes all_samples(files::SampleReader& reader, std::uint64_t max = max_kept());

/// Splits the samples into chunks of at most `limit` bytes, but of at least one sample.
[[nodiscard]] std::vector<std::span<const std::byte>>
split_chunks(std::span<const std::byte> samples, std::size_t sample_bytes, std::uint64_t limit);

/// Opens the files of the command. Throws like files::open_file().
[[nodiscard]] std::vector<files::InputFile> open_files(const Command& command);

/// Whether all files can be opened again: none is standard input, a pipe or a device.
[[nodiscard]] bool can_be_read_again(std::span<const files::InputFile> inputs);

/// Returns `source` with the files, bytes and elements of the reader added. Call it when the reader has read
/// everything. Reports bytes that were dropped after the last sample of a file. Throws NoSamples if there are
/// none.
[[nodiscard]] Source source_of(const Command& command, const files::SampleReader& reader,
                               std::uint64_t element_bytes, Source source = {});

/// The files hold no samples, or no requested rows. Growing files may hold some later.
class NoSamples : public common::UsageError {
  public:
    using UsageError::UsageError;
};

/// Throws a NoSamples which says that the files hold no samples. There must be at least one file.
[[noreturn]] void fail_as_empty(std::span<const files::InputFile> inputs);

/// The calling thread counts inputs of at most this many bytes in less time than it takes to find a device.
inline constexpr std::uint64_t small_input = std::uint64_t{1} << 22U;

/// Returns the devices that the command names, or the default device if it names none. Returns no device if
/// the command names none and needs none, and either there is no usable device or there are at most
/// small_input bytes of samples. Throws UsageError for a device that is given twice, and histo_cl::Error.
[[nodiscard]] std::vector<histo_cl::Device> devices_of(const Command& command,
                                                       std::optional<std::uint64_t> bytes = {});

/// Returns the first device. Returns null if there is none; options_for() then forces the calling thread.
[[nodiscard]] inline const histo_cl::Device* first_of(std::span<const histo_cl::Device> devices) {
    return devices.empty() ? nullptr : &devices.front();
}

/// The command's options. If there are no devices, they force the calling thread.
[[nodiscard]] histo_cl::Options options_for(const Command& command,
                                            std::span<const histo_cl::Device> devices);

} // namespace count
