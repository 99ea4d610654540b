#include "files/formats/format.hpp"
#include "files/missing.hpp"

#ifdef HISTO_CL_HAS_HDF5
#include "common/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <hdf5.h>
#include <limits>
#include <new>
#include <span>
#include <stdexcept>
#include <system_error>
#include <utility>
#include <vector>
#if __has_include(<H5FDdevelop.h>)
#include <H5FDdevelop.h> // a header of HDF5 1.14
#endif
#endif

namespace files {

namespace {

bool is_hdf5(const Start& start) {
    return text_of(start.bytes).starts_with("\x89HDF\r\n\x1a\n");
}

#ifdef HISTO_CL_HAS_HDF5

using histo_cl::SampleType;
using Lengths = std::vector<hsize_t>; // lengths of dimensions

constexpr std::uint64_t block_bytes = std::uint64_t{1} << 24U;
constexpr std::size_t chunk_cache_bytes = std::size_t{1} << 26U;
constexpr double max_chunks_at_once = 10'000; // HDF5 needs several KB for each while it reads

/// Returns the root cause of the last failure. In an upward walk, HDF5 visits it first, at depth 0.
std::string last_message() {
    std::string message;
    const auto keep = [](unsigned depth, const H5E_error2_t* error, void* user) -> herr_t {
        if (depth == 0 && error->desc != nullptr) *static_cast<std::string*>(user) = error->desc;
        return 0;
    };
    ::H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep, &message);
    return message.empty() ? "the HDF5 library does not say why" : message;
}

[[noreturn]] void fail(const std::string& reason) {
    fail_as_unreadable("HDF5", reason);
}

void require(herr_t code) {
    if (code < 0) fail(last_message());
}

/// An HDF5 handle, closed by the destructor.
class Handle {
  public:
    Handle(hid_t value, herr_t (*close)(hid_t)) : value_(value), close_(close) {
        if (value_ < 0) fail(last_message());
    }
    Handle(Handle&& other) noexcept : value_(std::exchange(other.value_, -1)), close_(other.close_) {}
    Handle& operator=(Handle&& other) noexcept {
        std::swap(value_, other.value_);
        std::swap(close_, other.close_);
        return *this;
    }
    ~Handle() {
        if (value_ >= 0) close_(value_);
    }
    [[nodiscard]] hid_t get() const { return value_; }

  private:
    hid_t value_;
    herr_t (*close_)(hid_t);
};

// A file driver, by which HDF5 reads a SeekableFile. HDF5 does not check all addresses and sizes that it
// finds in a file. It has a cache of metadata for drivers with H5FD_FEAT_ACCUMULATE_METADATA, which crashes
// if an address and a size together exceed 2^64. This driver does not have that feature, or any other, so
// that each access reaches read_part().

/// A file that HDF5 has opened. The driver's functions get the address of its first member.
struct DriverFile {
    H5FD_t head; ///< the members that HDF5 uses
    const SeekableFile* file;
    haddr_t end;                 ///< end of the addresses in use, as HDF5 sets it
    bool has_lengths_of_64_bits; ///< whether lengths, such as that of a heap, take 8 bytes in the file
};

DriverFile& driver_file(H5FD_t* opened) {
    return *reinterpret_cast<DriverFile*>(opened);
}
const DriverFile& driver_file(const H5FD_t* opened) {
    return *reinterpret_cast<const DriverFile*>(opened);
}

/// Whether the superblock, at the start of the file, says that lengths take 8 bytes. False if it cannot be
/// read.
bool has_lengths_of_64_bits(const SeekableFile& file) noexcept try {
    constexpr std::size_t version_at = 8;
    std::array<std::byte, 16> start{};
    if (file.read(0, start) < start.size()) return false;
    return start[std::to_integer<unsigned>(start[version_at]) < 2 ? 14 : 10] == std::byte{8};
} catch (const std::system_error&) {
    return false;
}

/// Throws if the bytes begin with the header of a local heap that is longer than the file. HDF5 1.10 adds the
/// size of the header to the length of the heap, and then allocates and copies that many bytes. A sum of 2^64
/// or more wraps.
void require_fitting_heap(std::span<const std::byte> bytes, std::uint64_t file_bytes) {
    constexpr std::size_t size_at = 8;
    if (!text_of(bytes).starts_with("HEAP") || bytes.size() < size_at + sizeof(std::uint64_t)) return;
    std::uint64_t size = 0;
    for (auto i = sizeof size; i-- > 0;)
        size = size << 8U | std::to_integer<std::uint64_t>(bytes[size_at + i]);
    if (size > file_bytes)
        throw std::runtime_error("it has a heap of " + common::plural(size, "byte") + ", beyond its end");
}

/// Opens the file whose address is in the property list `access`. The name does not matter.
H5FD_t* open_driver_file(const char* /*name*/, unsigned /*flags*/, hid_t access, haddr_t /*max*/) {
    const auto* const file = static_cast<const SeekableFile* const*>(::H5Pget_driver_info(access));
    if (file == nullptr) return nullptr;
    auto* const opened = new (std::nothrow) DriverFile{{}, *file, 0, has_lengths_of_64_bits(**file)};
    return opened == nullptr ? nullptr : &opened->head;
}

herr_t close_driver_file(H5FD_t* opened) {
    delete &driver_file(opened);
    return 0;
}

herr_t read_part(H5FD_t* opened, H5FD_mem_t kind, hid_t /*transfer*/, haddr_t address, std::size_t bytes,
                 void* to) try {
    const auto& from = driver_file(opened);
    const auto& file = *from.file;
    const std::span part(static_cast<std::byte*>(to), bytes);
    if (address > file.size() || bytes > file.size() - address)
        throw std::runtime_error("it refers to " + common::plural(bytes, "byte") + " at offset " +
                                 common::grouped(address) + ", beyond its end");
    if (file.read(address, part) < bytes) throw std::runtime_error("it became shorter");
    if (kind == H5FD_MEM_LHEAP && from.has_lengths_of_64_bits) require_fitting_heap(part, file.size());
    return 0;
} catch (const std::exception& error) {
    ::H5Epush2(H5E_DEFAULT, __FILE__, "read_part", __LINE__, H5E_ERR_CLS, H5E_IO, H5E_READERROR, "%s",
               error.what());
    return -1;
}

H5FD_class_t driver_class() {
    H5FD_class_t driver{};
#ifdef H5FD_CLASS_VERSION // defined by HDF5 1.14
    driver.version = H5FD_CLASS_VERSION;
    driver.value = 512; // a value that the HDF Group does not assign
#endif
    driver.name = "seekable_file";
    driver.maxaddr = static_cast<haddr_t>(std::numeric_limits<std::int64_t>::max());
    driver.fc_degree = H5F_CLOSE_WEAK;
    driver.fapl_size = sizeof(const SeekableFile*);
    driver.open = open_driver_file;
    driver.close = close_driver_file;
    driver.get_eoa = [](const H5FD_t* opened, H5FD_mem_t /*kind*/) { return driver_file(opened).end; };
    driver.set_eoa = [](H5FD_t* opened, H5FD_mem_t /*kind*/, haddr_t end) -> herr_t {
        driver_file(opened).end = end;
        return 0;
    };
    driver.get_eof = [](const H5FD_t* opened, H5FD_mem_t /*kind*/) -> haddr_t {
        return driver_file(opened).file->size();
    };
    driver.read = read_part;
    driver.write = [](H5FD_t* /*opened*/, H5FD_mem_t /*kind*/, hid_t /*transfer*/, haddr_t /*address*/,
                      std::size_t /*bytes*/, const void* /*from*/) -> herr_t { return -1; };
    return driver;
}

/// Stops HDF5 from printing this thread's errors, which are used in error messages instead.
void silence_this_thread() {
    ::H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

/// Silences this thread, and frees its errors at the end: HDF5 1.14 does not free them when the thread ends.
class SilentErrors {
  public:
    SilentErrors() { silence_this_thread(); }
    SilentErrors(const SilentErrors&) = delete;
    SilentErrors& operator=(const SilentErrors&) = delete;
    ~SilentErrors() { ::H5Eclear2(H5E_DEFAULT); }
};

/// Opens the file with HDF5. The file must outlive the returned handle.
Handle open_hdf5(const SeekableFile& file) {
    static const auto driver_type = driver_class();
    static const auto driver = ::H5FDregister(&driver_type);
    require(driver < 0 ? -1 : 0);
    const Handle access(::H5Pcreate(H5P_FILE_ACCESS), ::H5Pclose);
    const auto* const address = &file;
    require(::H5Pset_driver(access.get(), driver, &address));
    return {::H5Fopen("the file", H5F_ACC_RDONLY, access.get()), ::H5Fclose};
}

herr_t add_dataset(hid_t group, const char* name, const H5L_info_t* link, void* names) {
    if (link->type != H5L_TYPE_HARD) return 0;
    const auto object = ::H5Oopen(group, name, H5P_DEFAULT);
    if (object < 0) return -1;
    if (::H5Iget_type(object) == H5I_DATASET)
        static_cast<std::vector<std::string>*>(names)->push_back(std::string("/") + name);
    return ::H5Oclose(object);
}

std::string only_dataset(hid_t file) {
    std::vector<std::string> names;
    require(::H5Lvisit(file, H5_INDEX_NAME, H5_ITER_INC, add_dataset, &names));
    if (names.empty()) fail("it has no dataset");
    if (names.size() == 1) return names.front();
    std::string text;
    constexpr std::size_t max_named = 20;
    for (const auto& name : std::span(names).first(std::min(names.size(), max_named)))
        text += (text.empty() ? "" : ", ") + name;
    if (names.size() > max_named) text += ", ...";
    fail("it has several datasets, and FILE:/PATH says which: " + text);
}

[[noreturn]] void fail_as_elsewhere(const std::string& dataset, const std::string& place) {
    fail("its dataset '" + dataset + "' is " + place +
         ", and no other file than the one that is named is read");
}

/// HDF5 calls this before it opens another file to which a link leads. Refuses to open it, and stores its
/// name.
herr_t refuse_link(const char* /*parent_file*/, const char* /*parent_group*/, const char* target,
                   const char* /*object*/, unsigned* /*flags*/, hid_t /*access*/, void* other_file) {
    *static_cast<std::string*>(other_file) = target;
    return -1;
}

/// Throws if samples are stored in other files. These could be FIFOs, private files, or the file itself,
/// which HDF5 would then open recursively without end.
void require_own_storage(hid_t dataset, const std::string& path) {
    const Handle made(::H5Dget_create_plist(dataset), ::H5Pclose);
    if (::H5Pget_layout(made.get()) == H5D_VIRTUAL)
        fail_as_elsewhere(path, "virtual, a view of other datasets");
    const int files = ::H5Pget_external_count(made.get());
    require(files);
    if (files > 0) fail_as_elsewhere(path, "stored in external files");
}

/// Whether the path names a field: the part before its last slash is a dataset.
bool names_field(hid_t file, const std::string& path) {
    const auto slash = path.find_last_of('/');
    if (slash == std::string::npos || slash == 0) return false;
    const auto before = path.substr(0, slash);
    const Handle access(::H5Pcreate(H5P_LINK_ACCESS), ::H5Pclose);
    std::string other_file; // refuse_link() needs it; open_dataset() reports the link
    require(::H5Pset_elink_cb(access.get(), refuse_link, &other_file));
    const auto object = ::H5Oopen(file, before.c_str(), access.get());
    if (object < 0) return false;
    const bool is_dataset = ::H5Iget_type(object) == H5I_DATASET;
    ::H5Oclose(object);
    return is_dataset;
}

Handle open_dataset(hid_t file, const std::string& path) {
    const Handle access(::H5Pcreate(H5P_DATASET_ACCESS), ::H5Pclose);
    require(::H5Pset_chunk_cache(access.get(), H5D_CHUNK_CACHE_NSLOTS_DEFAULT, chunk_cache_bytes,
                                 H5D_CHUNK_CACHE_W0_DEFAULT));
    std::string other_file;
    require(::H5Pset_elink_cb(access.get(), refuse_link, &other_file));
    const auto opened = ::H5Dopen2(file, path.c_str(), access.get());
    if (!other_file.empty()) fail_as_elsewhere(path, "a link to the file '" + other_file + "'");
    Handle dataset(opened, ::H5Dclose);
    require_own_storage(dataset.get(), path);
    return dataset;
}

/// Throws if numbers have an implausible size. HDF5 allocates a conversion buffer for numbers of that size,
/// which may be up to 4 GiB.
void require_number_size(hid_t type) {
    const bool is_float = ::H5Tget_class(type) == H5T_FLOAT;
    const auto max = is_float ? sizeof(long double) : sizeof(std::uint64_t);
    const std::uint64_t bytes = ::H5Tget_size(type);
    if (bytes > max)
        fail(std::string("its ") + (is_float ? "floats" : "integers") + " have " +
             common::grouped(8 * bytes) + " bits; " + (is_float ? "16" : "8") + " to 64 are read");
}

/// The names of a record's fields.
std::string fields_of(hid_t record) {
    std::string names;
    for (int i = 0; i < std::min(::H5Tget_nmembers(record), 20); ++i) {
        char* const name = ::H5Tget_member_name(record, static_cast<unsigned>(i));
        names += (names.empty() ? "" : ", ") + std::string(name != nullptr ? name : "");
        ::H5free_memory(name);
    }
    return names;
}

/// Returns the type of the samples as they are stored: the type of the dataset, or of the field of its
/// records.
Handle stored_type(hid_t dataset, const std::string& field) {
    Handle type(::H5Dget_type(dataset), ::H5Tclose);
    if (::H5Tget_class(type.get()) != H5T_COMPOUND) {
        if (!field.empty()) fail("its samples are no records, so there is no field '" + field + "'");
        return type;
    }
    constexpr std::size_t max = 1U << 20U; // HDF5 converts records in a buffer of this size
    if (::H5Tget_size(type.get()) > max)
        fail("its records have " + common::plural(::H5Tget_size(type.get()), "byte") + ", at most " +
             common::grouped(max) + " are read");
    const int index = field.empty() ? -1 : ::H5Tget_member_index(type.get(), field.c_str());
    if (index < 0)
        fail((field.empty() ? "its samples are records" : "there is no field '" + field + "'") +
             ", and FILE:/PATH/FIELD says which: " + fields_of(type.get()));
    return {::H5Tget_member_type(type.get(), static_cast<unsigned>(index)), ::H5Tclose};
}

/// The type of the samples in memory, in this machine's byte order. A bool is an enumeration of integers.
Handle memory_type(const Handle& type) {
    const auto kind = ::H5Tget_class(type.get());
    if (kind != H5T_INTEGER && kind != H5T_FLOAT && kind != H5T_ENUM)
        fail("its samples are neither integers nor floats");
    require_number_size(type.get());
    Handle native(::H5Tget_native_type(type.get(), H5T_DIR_ASCEND), ::H5Tclose);
    // Halves are read as floats. Half is a native type since HDF5 1.14.4, but all releases can convert it to
    // float.
    if (kind == H5T_FLOAT && ::H5Tget_size(native.get()) < sizeof(float))
        return {::H5Tcopy(H5T_NATIVE_FLOAT), ::H5Tclose};
    return native;
}

SampleType sample_type(hid_t type) {
    if (::H5Tget_class(type) == H5T_ENUM) return sample_type(Handle(::H5Tget_super(type), ::H5Tclose).get());
    const auto bytes = ::H5Tget_size(type);
    if (::H5Tget_class(type) == H5T_FLOAT) {
        if (bytes == 4) return SampleType::f32;
        if (bytes == 8) return SampleType::f64;
        fail("its floats have " + std::to_string(8 * bytes) + " bits in memory; 16 to 64 are read");
    }
    const bool is_signed = ::H5Tget_sign(type) == H5T_SGN_2;
    switch (bytes) {
    case 1: return is_signed ? SampleType::i8 : SampleType::u8;
    case 2: return is_signed ? SampleType::i16 : SampleType::u16;
    case 4: return is_signed ? SampleType::i32 : SampleType::u32;
    case 8: return is_signed ? SampleType::i64 : SampleType::u64;
    default: fail("its integers have " + std::to_string(8 * bytes) + " bits; 8 to 64 are read");
    }
}

std::vector<std::uint64_t> shape_of(hid_t dataset) {
    const Handle space(::H5Dget_space(dataset), ::H5Sclose);
    if (::H5Sget_simple_extent_type(space.get()) == H5S_NULL) return {0};
    const int rank = ::H5Sget_simple_extent_ndims(space.get());
    require(rank);
    Lengths lengths(static_cast<std::size_t>(rank));
    require(::H5Sget_simple_extent_dims(space.get(), lengths.data(), nullptr));
    return {lengths.begin(), lengths.end()};
}

/// Appends the `count` values of an attribute, converted to the type `memory`.
template <class Value>
void add_values(std::vector<histo_cl::Number>& numbers, hid_t attribute, hid_t memory, std::size_t count) {
    std::vector<Value> values(count);
    require(::H5Aread(attribute, memory, values.data()));
    numbers.insert(numbers.end(), values.begin(), values.end());
}

/// Appends the values of a numeric attribute of the dataset; nothing if it does not exist or is not numeric.
/// Throws if it has too many values.
void add_markers(std::vector<histo_cl::Number>& markers, hid_t dataset, const char* name) {
    if (::H5Aexists(dataset, name) <= 0) return;
    const Handle attribute(::H5Aopen(dataset, name, H5P_DEFAULT), ::H5Aclose);
    const Handle type(::H5Aget_type(attribute.get()), ::H5Tclose);
    const Handle space(::H5Aget_space(attribute.get()), ::H5Sclose);
    const auto count = ::H5Sget_simple_extent_npoints(space.get());
    constexpr hssize_t max = 64;
    if (count < 0 || count > max)
        fail("its attribute " + std::string(name) + " has " + std::to_string(count) + " values, at most " +
             std::to_string(max) + " are read");
    const auto values = static_cast<std::size_t>(count);
    const auto kind = ::H5Tget_class(type.get());
    if (kind != H5T_FLOAT && kind != H5T_INTEGER) return;
    require_number_size(type.get());
    if (kind == H5T_FLOAT)
        add_values<double>(markers, attribute.get(), H5T_NATIVE_DOUBLE, values);
    else if (::H5Tget_sign(type.get()) == H5T_SGN_2)
        add_values<std::int64_t>(markers, attribute.get(), H5T_NATIVE_INT64, values);
    else
        add_values<std::uint64_t>(markers, attribute.get(), H5T_NATIVE_UINT64, values);
}

/// The text of an attribute of the dataset; empty if it does not exist or is not a single text of up to 256
/// bytes. Texts of variable length are not read: old releases of HDF5 copy them without checking their
/// length.
std::string text_of_attribute(hid_t dataset, const char* name) {
    constexpr std::size_t max = 256;
    if (::H5Aexists(dataset, name) <= 0) return {};
    const Handle attribute(::H5Aopen(dataset, name, H5P_DEFAULT), ::H5Aclose);
    const Handle type(::H5Aget_type(attribute.get()), ::H5Tclose);
    const Handle space(::H5Aget_space(attribute.get()), ::H5Sclose);
    const bool is_fixed_text =
        ::H5Tget_class(type.get()) == H5T_STRING && ::H5Tis_variable_str(type.get()) == 0;
    if (!is_fixed_text || ::H5Sget_simple_extent_npoints(space.get()) != 1 || ::H5Tget_size(type.get()) > max)
        return {};
    std::array<char, max + 1> text{};
    require(::H5Aread(attribute.get(), type.get(), text.data()));
    return text.data();
}

/// Whether a numeric attribute of the dataset has another value than `usual`.
bool differs(hid_t dataset, const char* name, double usual) {
    std::vector<histo_cl::Number> values;
    add_markers(values, dataset, name);
    return std::ranges::any_of(values, [&](const auto& value) { return value.to_double() != usual; });
}

/// Makes signed integers unsigned, as the attribute _Unsigned of netCDF requires, and the markers too.
void make_unsigned(Array& array) {
    constexpr std::array rows{
        std::pair{SampleType::i8, SampleType::u8}, std::pair{SampleType::i16, SampleType::u16},
        std::pair{SampleType::i32, SampleType::u32}, std::pair{SampleType::i64, SampleType::u64}};
    const auto* const row =
        std::ranges::find(rows, array.type, [](const auto& pair) { return std::optional(pair.first); });
    if (row == rows.end()) return;
    for (auto& marker : array.missing)
        if (const auto bits = sample_bits(row->first, marker)) marker = *bits;
    array.type = row->second;
}

/// The lengths of a chunk; empty if the dataset is not chunked.
Lengths chunk_of(hid_t dataset, std::size_t rank) {
    const Handle made(::H5Dget_create_plist(dataset), ::H5Pclose);
    if (::H5Pget_layout(made.get()) != H5D_CHUNKED) return {};
    Lengths lengths(rank);
    require(::H5Pget_chunk(made.get(), static_cast<int>(lengths.size()), lengths.data()));
    return lengths;
}

/// The filters of a dataset's chunks, in the order in which they are applied when the dataset is written.
/// Throws if DEFLATE is used more than once. HDF5 keeps the whole unpacked chunk in memory, and with a single
/// DEFLATE filter the chunk has at most 1032 times the packed size.
std::vector<H5Z_filter_t> filters_of(hid_t dataset) {
    const Handle made(::H5Dget_create_plist(dataset), ::H5Pclose);
    const int count = ::H5Pget_nfilters(made.get());
    require(count);
    std::vector<H5Z_filter_t> filters;
    for (int i = 0; i < count; ++i) {
        unsigned flags = 0;
        std::size_t values = 0;
        filters.push_back(::H5Pget_filter2(made.get(), static_cast<unsigned>(i), &flags, &values, nullptr, 0,
                                           nullptr, nullptr));
        require(filters.back());
    }
    if (std::ranges::count(filters, H5Z_FILTER_DEFLATE) > 1)
        fail("its chunks are compressed by DEFLATE more than once");
    return filters;
}

/// Whether chunks that extend beyond the dataset are stored without filters.
bool has_plain_edges(hid_t dataset) {
    const Handle made(::H5Dget_create_plist(dataset), ::H5Pclose);
    unsigned options = 0;
    require(::H5Pget_chunk_opts(made.get(), &options));
    return (options & H5D_CHUNK_DONT_FILTER_PARTIAL_CHUNKS) != 0;
}

/// Throws for too many chunks, because HDF5 needs time and memory for each, even for those that are not in
/// the file.
void require_fitting_chunks(const Array& array, const Lengths& chunk, std::uint64_t file_bytes) {
    std::uint64_t bytes = sample_bytes(array);
    double chunks = 1;
    for (std::size_t i = 0; i < chunk.size(); ++i) {
        bytes = chunk[i] > max_at_once ? max_at_once + 1
                                       : std::min<std::uint64_t>(bytes * chunk[i], max_at_once + 1);
        chunks *= std::ceil(static_cast<double>(array.shape[i]) / static_cast<double>(chunk[i]));
    }
    require_fits_memory("HDF5", "chunk", bytes);
    constexpr std::uint64_t always_read = std::uint64_t{1} << 16U;
    const auto max = std::max(always_read, file_bytes);
    if (chunks > static_cast<double>(max))
        fail("its dataset has more than " + common::grouped(max) + " chunks; at most " +
             common::grouped(always_read) + " are read, or as many as the file has bytes");
}

/// Reads a dataset in boxes that follow one another in C order.
class DatasetSource : public BlockSource {
  public:
    DatasetSource(std::unique_ptr<const SeekableFile> opened, Handle file, Handle dataset, Handle type,
                  const Array& array, Lengths chunk)
        : opened_(std::move(opened)), file_(std::move(file)), dataset_(std::move(dataset)),
          type_(std::move(type)), sample_bytes_(sample_bytes(array)), chunk_(std::move(chunk)),
          lengths_(array.shape.begin(), array.shape.end()), at_(lengths_.size()),
          is_done_(samples_of(array) == 0) {
        if (!chunk_.empty()) find_chunk_bytes();
        auto samples = std::max<std::uint64_t>(block_bytes / sample_bytes_, 1);
        for (set_box(samples); samples > 1 && chunks_in_box() > max_chunks_at_once; set_box(samples))
            samples /= 2;
    }
    DatasetSource(const DatasetSource&) = delete;
    DatasetSource& operator=(const DatasetSource&) = delete;
    ~DatasetSource() override { silence_this_thread(); } // closing may also fail

  private:
    /// Sets a box of at most `samples` samples: the last dimensions completely, and a part of the dimension
    /// before them.
    void set_box(std::uint64_t samples) {
        box_.assign(lengths_.size(), 1);
        for (auto i = lengths_.size(); i-- > 0 && samples > 0;
             samples /= std::max<std::uint64_t>(lengths_[i], 1)) {
            box_[i] = std::min<std::uint64_t>(lengths_[i], samples);
            split_ = i;
        }
    }

    /// The maximum number of chunks that overlap a box.
    [[nodiscard]] double chunks_in_box() const {
        double chunks = 1;
        for (std::size_t i = 0; i < chunk_.size(); ++i) {
            const auto length = static_cast<double>(chunk_[i]);
            chunks *= std::min(std::ceil(static_cast<double>(lengths_[i]) / length),
                               std::floor(static_cast<double>(box_[i]) / length) + 2);
        }
        return chunks;
    }

    [[nodiscard]] bool next_block(std::vector<std::byte>& block, const Wake* /*wake*/) override {
        if (is_done_) return false;
        const SilentErrors silent;
        auto count = box_;
        if (!count.empty()) count[split_] = std::min(count[split_], lengths_[split_] - at_[split_]);
        std::uint64_t samples = 1;
        for (const auto length : count)
            samples *= length;
        block.resize(static_cast<std::size_t>(samples * sample_bytes_));
        read_box(count, samples, block);
        advance(count);
        return true;
    }

    void find_chunk_bytes() {
        const Handle stored(::H5Dget_type(dataset_.get()), ::H5Tclose);
        chunk_bytes_ = ::H5Tget_size(stored.get());
        for (const auto length : chunk_)
            chunk_bytes_ *= length;
        filters_ = filters_of(dataset_.get());
        has_plain_edges_ = has_plain_edges(dataset_.get());
    }

    [[nodiscard]] bool is_at_edge(const Lengths& corner) const {
        for (std::size_t i = 0; i < corner.size(); ++i)
            if (lengths_[i] - corner[i] < chunk_[i]) return true;
        return false;
    }

    /// Returns the number of bytes of a chunk after its filters have been undone. If the chunk has a filter
    /// other than shuffle, Fletcher-32 and DEFLATE, returns chunk_bytes_, because the result of such a filter
    /// is not checked. `stored`: the number of its bytes in the file; `skipped`: a bit for each filter that
    /// was not applied to it.
    [[nodiscard]] std::uint64_t unfiltered_bytes(const Lengths& corner, std::uint64_t stored,
                                                 unsigned skipped) {
        constexpr std::uint64_t checksum_bytes = 4;
        auto size = stored;
        bool shuffled = false;
        for (auto i = filters_.size(); i-- > 0;) {
            if ((skipped >> i & 1U) != 0) continue;
            if (filters_[i] == H5Z_FILTER_SHUFFLE) {
                shuffled = true;
            } else if (filters_[i] == H5Z_FILTER_FLETCHER32) {
                size -= std::min(size, checksum_bytes);
            } else if (filters_[i] == H5Z_FILTER_DEFLATE) {
                if (shuffled) fail("its chunks are shuffled after DEFLATE has compressed them");
                size = inflated_bytes(corner, stored, size);
            } else {
                return chunk_bytes_;
            }
        }
        return size;
    }

    /// The number of bytes to which the first `size` bytes of a stored chunk unpack.
    [[nodiscard]] std::uint64_t inflated_bytes(const Lengths& corner, std::uint64_t stored,
                                               std::uint64_t size) {
#ifdef HISTO_CL_HAS_ZLIB
        if (stored > opened_->size()) fail("a chunk ends too early");
        require_fits_memory("HDF5", "chunk", stored);
        packed_.resize(static_cast<std::size_t>(stored));
        std::uint32_t skipped = 0;
        require(::H5Dread_chunk(dataset_.get(), H5P_DEFAULT, corner.data(), &skipped, packed_.data()));
        return verify_deflate("HDF5", std::span(packed_).first(static_cast<std::size_t>(size)));
#else
        throw common::UsageError(not_built("HDF5 with chunks compressed by DEFLATE", "zlib1g-dev"));
#endif
    }

    /// Throws if a chunk of the box, after its filters have been undone, does not have the size of its
    /// samples. HDF5 would read beyond the end of a shorter one.
    void require_whole_chunks(const Lengths& count) {
        std::vector<haddr_t> whole;
        Lengths first(at_);
        for (std::size_t i = 0; i < first.size(); ++i)
            first[i] -= first[i] % chunk_[i];
        auto corner = first;
        for (std::size_t dimension = corner.size(); dimension != 0;) {
            unsigned skipped = 0;
            haddr_t address = HADDR_UNDEF;
            hsize_t bytes = 0;
            require(::H5Dget_chunk_info_by_coord(dataset_.get(), corner.data(), &skipped, &address, &bytes));
            if (has_plain_edges_ && is_at_edge(corner)) skipped = ~0U;
            if (address != HADDR_UNDEF) whole.push_back(address);
            if (address != HADDR_UNDEF && !std::ranges::binary_search(whole_, address))
                if (const auto size = unfiltered_bytes(corner, bytes, skipped); size != chunk_bytes_)
                    fail("it has a chunk of " + common::grouped(size) + " bytes; its samples have " +
                         common::grouped(chunk_bytes_));
            for (dimension = corner.size(); dimension != 0; --dimension) {
                auto& at = corner[dimension - 1];
                at += chunk_[dimension - 1];
                if (at < at_[dimension - 1] + count[dimension - 1]) break;
                at = first[dimension - 1];
            }
        }
        std::ranges::sort(whole);
        whole_ = std::move(whole);
    }

    void read_box(const Lengths& count, std::uint64_t samples, std::vector<std::byte>& block) {
        if (!chunk_.empty()) require_whole_chunks(count);
        const Handle from(::H5Dget_space(dataset_.get()), ::H5Sclose);
        if (!count.empty())
            require(::H5Sselect_hyperslab(from.get(), H5S_SELECT_SET, at_.data(), nullptr, count.data(),
                                          nullptr));
        const hsize_t length = samples;
        const Handle to(::H5Screate_simple(1, &length, nullptr), ::H5Sclose);
        require(::H5Dread(dataset_.get(), type_.get(), to.get(), from.get(), H5P_DEFAULT, block.data()));
    }

    void advance(const Lengths& count) {
        is_done_ = true;
        for (auto i = count.empty() ? 0 : split_ + 1; i-- > 0 && is_done_;) {
            at_[i] += count[i];
            is_done_ = at_[i] == lengths_[i];
            if (is_done_) at_[i] = 0;
        }
    }

    SilentErrors errors_;                        ///< frees the errors of closing the handles
    std::unique_ptr<const SeekableFile> opened_; ///< read by `file_`
    Handle file_;
    Handle dataset_;
    Handle type_;
    std::size_t sample_bytes_;
    Lengths chunk_;                 ///< lengths of a chunk; empty if there are none
    std::uint64_t chunk_bytes_ = 0; ///< bytes of the samples of a chunk, as they are stored
    std::vector<H5Z_filter_t> filters_;
    bool has_plain_edges_ = false;
    std::vector<haddr_t> whole_; ///< sorted addresses of the last box's chunks, which have been checked
    std::vector<std::byte> packed_;
    Lengths lengths_;
    Lengths at_;            ///< where the next box begins
    Lengths box_;           ///< lengths of a box, except at the end of the split dimension
    std::size_t split_ = 0; ///< the dimension that boxes split; before it their lengths are 1
    bool is_done_;
};

/// The type of a record that has only this field. With it, HDF5 reads the field of larger records.
Handle record_of(const std::string& field, Handle type) {
    Handle record(::H5Tcreate(H5T_COMPOUND, ::H5Tget_size(type.get())), ::H5Tclose);
    require(::H5Tinsert(record.get(), field.c_str(), 0, type.get()));
    return record;
}

Decoded decode(SeekableFile given, std::string_view part) {
    const SilentErrors silent;
    auto opened = std::make_unique<const SeekableFile>(std::move(given));
    auto file = open_hdf5(*opened);
    auto path = part.empty() ? only_dataset(file.get()) : std::string(part);
    std::string field;
    if (names_field(file.get(), path)) {
        field = path.substr(path.find_last_of('/') + 1);
        path.resize(path.find_last_of('/'));
    }
    auto dataset = open_dataset(file.get(), path);
    auto type = memory_type(stored_type(dataset.get(), field));
    Array array{.type = sample_type(type.get()), .shape = shape_of(dataset.get())};
    // The attributes of netCDF, which other programs write too.
    for (const auto* const name : {"_FillValue", "missing_value"})
        add_markers(array.missing, dataset.get(), name);
    if (common::lower(text_of_attribute(dataset.get(), "_Unsigned")) == "true") make_unsigned(array);
    // The unit of packed samples is that of the values to which they unpack.
    const bool is_packed =
        differs(dataset.get(), "scale_factor", 1) || differs(dataset.get(), "add_offset", 0);
    if (!is_packed) array.unit = text_of_attribute(dataset.get(), "units");
    if (!field.empty()) type = record_of(field, std::move(type));
    auto chunk = chunk_of(dataset.get(), array.shape.size());
    if (!chunk.empty()) require_fitting_chunks(array, chunk, opened->size());
    auto samples = std::make_unique<DatasetSource>(std::move(opened), std::move(file), std::move(dataset),
                                                   std::move(type), array, std::move(chunk));
    return {std::move(array), std::move(samples)};
}

#else
constexpr Decoded (*decode)(SeekableFile, std::string_view) = nullptr;
#endif

} // namespace

Format hdf5_format() {
    return {
        .name = "HDF5", .matches = is_hdf5, .package = "libhdf5-dev", .decode = decode, .part = "dataset"};
}

} // namespace files
