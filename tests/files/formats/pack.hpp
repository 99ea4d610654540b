#pragma once

// Writers of files, with the packages that also read them.

#include "support/folder.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#ifdef HISTO_CL_HAS_JPEG
#include <cstdio>
#include <jpeglib.h> // needs declarations of <cstdio>
#endif
#ifdef HISTO_CL_HAS_CFITSIO
#include <fitsio.h>
#endif
#ifdef HISTO_CL_HAS_HDF5
#include <hdf5.h>
#endif
#ifdef HISTO_CL_HAS_LIBZIP
#include <zip.h>
#endif
#ifdef HISTO_CL_HAS_ZLIB
#include <zlib.h>
#endif
#ifdef HISTO_CL_HAS_ZSTD
#include <zstd.h>
#endif

namespace files::test {

inline std::string number(std::uint64_t value, unsigned bytes, bool is_big) {
    std::string text;
    for (unsigned i = 0; i < bytes; ++i)
        text += static_cast<char>(value >> 8 * (is_big ? bytes - 1 - i : i) & 0xffU);
    return text;
}

inline void require_written(bool is_written) {
    if (!is_written) throw std::runtime_error("a test's file cannot be written");
}

/// The content that `write` writes to a path.
inline std::string written(const std::function<void(const std::string& path)>& write) {
    const histo_cl::test::Folder folder;
    const auto path = folder.path() / "file";
    write(path.string());
    return histo_cl::test::content(path);
}

#ifdef HISTO_CL_HAS_JPEG
/// A JPEG file of a square of grey or CMYK pixels.
inline std::string square_jpeg(std::size_t side, std::string pixels, bool is_progressive,
                               bool is_cmyk = false) {
    jpeg_compress_struct state{};
    jpeg_error_mgr errors{};
    state.err = ::jpeg_std_error(&errors);
    jpeg_create_compress(&state);
    unsigned char* bytes = nullptr;
    unsigned long size = 0;
    ::jpeg_mem_dest(&state, &bytes, &size);
    state.image_width = state.image_height = static_cast<JDIMENSION>(side);
    state.input_components = is_cmyk ? 4 : 1;
    state.in_color_space = is_cmyk ? JCS_CMYK : JCS_GRAYSCALE;
    ::jpeg_set_defaults(&state);
    if (is_progressive) ::jpeg_simple_progression(&state);
    ::jpeg_start_compress(&state, TRUE);
    for (std::size_t row = 0; row < side; ++row) {
        auto* from = reinterpret_cast<JSAMPROW>(pixels.data() + row * pixels.size() / side);
        ::jpeg_write_scanlines(&state, &from, 1);
    }
    ::jpeg_finish_compress(&state);
    std::string text(reinterpret_cast<const char*>(bytes), size);
    ::jpeg_destroy_compress(&state);
    std::free(bytes);
    return text;
}
#endif

#ifdef HISTO_CL_HAS_ZLIB
/// Compresses with DEFLATE. `window_bits`: 31 for gzip, 15 for zlib.
inline std::string deflated(const std::string& bytes, int window_bits = 31) {
    z_stream state{};
    ::deflateInit2(&state, 6, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY);
    std::string packed(::deflateBound(&state, static_cast<uLong>(bytes.size())) + 64, '\0');
    state.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    state.avail_in = static_cast<uInt>(bytes.size());
    state.next_out = reinterpret_cast<Bytef*>(packed.data());
    state.avail_out = static_cast<uInt>(packed.size());
    ::deflate(&state, Z_FINISH);
    packed.resize(state.total_out);
    ::deflateEnd(&state);
    return packed;
}
#endif

#ifdef HISTO_CL_HAS_ZSTD
inline std::string zstd_of(const std::string& bytes, bool has_checksum = false) {
    std::string frame(::ZSTD_compressBound(bytes.size()), '\0');
    auto* const context = ::ZSTD_createCCtx();
    ::ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, has_checksum ? 1 : 0);
    frame.resize(::ZSTD_compress2(context, frame.data(), frame.size(), bytes.data(), bytes.size()));
    ::ZSTD_freeCCtx(context);
    return frame;
}
#endif

#ifdef HISTO_CL_HAS_LIBZIP
/// A ZIP file of files with these names and contents.
inline std::string zip_of(const std::vector<std::pair<std::string, std::string>>& contents,
                          bool is_compressed = true) {
    return written([&](const std::string& path) {
        auto* const zip = ::zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, nullptr);
        require_written(zip != nullptr);
        for (const auto& [name, bytes] : contents) {
            const auto index =
                ::zip_file_add(zip, name.c_str(), ::zip_source_buffer(zip, bytes.data(), bytes.size(), 0), 0);
            ::zip_set_file_compression(zip, static_cast<zip_uint64_t>(index),
                                       is_compressed ? ZIP_CM_DEFLATE : ZIP_CM_STORE, 0);
        }
        require_written(::zip_close(zip) == 0);
    });
}
#endif

#ifdef HISTO_CL_HAS_HDF5
/// An HDF5 file that is being written.
class Hdf5Writer {
  public:
    explicit Hdf5Writer(const std::string& path)
        : path_(path), file_(::H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT)) {
        require_written(file_ >= 0);
    }
    Hdf5Writer(const Hdf5Writer&) = delete;
    Hdf5Writer& operator=(const Hdf5Writer&) = delete;
    ~Hdf5Writer() { ::H5Fclose(file_); }

    /// Adds a dataset of values of type `memory`, stored as type `stored`. If `chunk` is not empty, the
    /// dataset has chunks, which have checksums or are compressed.
    void add(const std::string& name, hid_t stored, hid_t memory, const std::vector<hsize_t>& shape,
             const void* values, const std::vector<hsize_t>& chunk = {}, bool has_checksums = false) const {
        const auto space = shape.empty()
                               ? ::H5Screate(H5S_SCALAR)
                               : ::H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr);
        const auto made = ::H5Pcreate(H5P_DATASET_CREATE);
        if (!chunk.empty()) {
            ::H5Pset_chunk(made, static_cast<int>(chunk.size()), chunk.data());
            has_checksums ? ::H5Pset_fletcher32(made) : ::H5Pset_deflate(made, 1);
        }
        const auto links = ::H5Pcreate(H5P_LINK_CREATE);
        ::H5Pset_create_intermediate_group(links, 1);
        const auto dataset = ::H5Dcreate2(file_, name.c_str(), stored, space, links, made, H5P_DEFAULT);
        require_written(::H5Dwrite(dataset, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
        ::H5Dclose(dataset);
        ::H5Pclose(links);
        ::H5Pclose(made);
        ::H5Sclose(space);
    }
    /// Adds an attribute of one value to a dataset.
    void mark(const std::string& name, const char* attribute, hid_t stored, hid_t memory,
              const void* value) const {
        const auto space = ::H5Screate(H5S_SCALAR);
        const auto made = ::H5Acreate_by_name(file_, name.c_str(), attribute, stored, space, H5P_DEFAULT,
                                              H5P_DEFAULT, H5P_DEFAULT);
        require_written(::H5Awrite(made, memory, value) >= 0);
        ::H5Aclose(made);
        ::H5Sclose(space);
    }
    [[nodiscard]] const std::string& path() const { return path_; }

  private:
    std::string path_;
    hid_t file_;
};
#endif

#ifdef HISTO_CL_HAS_CFITSIO
/// A FITS file that is being written.
class FitsWriter {
  public:
    explicit FitsWriter(const std::string& path) {
        ::fits_create_diskfile(&file_, path.c_str(), &status_);
        require_written(status_ == 0);
    }
    FitsWriter(const FitsWriter&) = delete;
    FitsWriter& operator=(const FitsWriter&) = delete;
    ~FitsWriter() noexcept(false) {
        ::fits_close_file(file_, &status_);
        require_written(status_ == 0);
    }

    /// Adds an image. Its first axis is the contiguous one. Values that equal `null` are missing pixels.
    template <class Value>
    void add(int image, int memory, std::vector<long> axes, std::vector<Value> values,
             std::optional<Value> null = {}) {
        ::fits_create_img(file_, image, static_cast<int>(axes.size()), axes.data(), &status_);
        if (null)
            ::fits_write_imgnull(file_, memory, 1, static_cast<LONGLONG>(values.size()), values.data(),
                                 &*null, &status_);
        else if (!values.empty())
            ::fits_write_img(file_, memory, 1, static_cast<LONGLONG>(values.size()), values.data(), &status_);
    }
    void compress(int method = RICE_1) { ::fits_set_compression_type(file_, method, &status_); }
    /// Adds a table with the column x, in seconds. Each row has an array of `width` numbers.
    void add_table(std::vector<float> values = {}, const char* hdu = nullptr, long width = 1) {
        std::array<char, 2> name{"x"};
        auto form = std::to_string(width) + "E";
        std::array<char, 2> unit{"s"};
        std::array<char*, 1> units{unit.data()};
        std::array<char*, 1> names{name.data()};
        std::array<char*, 1> forms{form.data()};
        ::fits_create_tbl(file_, BINARY_TBL, 3, 1, names.data(), forms.data(), units.data(), hdu, &status_);
        if (!values.empty())
            ::fits_write_col(file_, TFLOAT, 1, 1, 1, static_cast<LONGLONG>(values.size()), values.data(),
                             &status_);
    }
    /// Adds a table of the kind with the column x, whose rows are stored as these bytes.
    void add_rows(int kind, std::string form, LONGLONG rows, std::string_view bytes) {
        std::array<char, 2> name{"x"};
        std::array<char*, 1> names{name.data()};
        std::array<char*, 1> forms{form.data()};
        ::fits_create_tbl(file_, kind, rows, 1, names.data(), forms.data(), nullptr, nullptr, &status_);
        std::vector<unsigned char> stored(bytes.begin(), bytes.end());
        ::fits_write_tblbytes(file_, 1, 1, static_cast<LONGLONG>(stored.size()), stored.data(), &status_);
    }
    void add_checksums() { ::fits_write_chksum(file_, &status_); }
    void set(const char* keyword, std::string text) {
        ::fits_update_key(file_, TSTRING, keyword, text.data(), nullptr, &status_);
    }
    void set(const char* keyword, LONGLONG value) {
        ::fits_update_key(file_, TLONGLONG, keyword, &value, nullptr, &status_);
    }
    void set_blank(LONGLONG stored) { set("BLANK", stored); }
    void scale(double factor, double zero) {
        ::fits_update_key(file_, TDOUBLE, "BSCALE", &factor, nullptr, &status_);
        ::fits_update_key(file_, TDOUBLE, "BZERO", &zero, nullptr, &status_);
    }

  private:
    fitsfile* file_ = nullptr;
    int status_ = 0;
};
#endif

} // namespace files::test
