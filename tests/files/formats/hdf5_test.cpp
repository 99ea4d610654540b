// HDF5 files that the HDF5 library writes.

#ifdef HISTO_CL_HAS_HDF5

#include "files/contents.hpp"
#include "pack.hpp"

#include <cstddef>
#include <sys/stat.h>
#include <thread>

using namespace files;
using namespace files::test;

TEST_CASE("HDF5: reads all types, in both byte orders") {
    const Files files;
    const auto check = [&]<class Value>(const char* name, hid_t memory, hid_t little, hid_t big,
                                        Value /*of*/) {
        const auto values = some_values<Value>(6000);
        for (const auto stored : {little, big}) {
            const auto path = files.path("file.h5");
            Hdf5Writer(path).add("x", stored, memory, {60, 100}, values.data());
            const auto contents = contents_of(path, 1001 * sizeof(Value));
            CHECK(contents.recognized == std::string("HDF5, 60 x 100 ") + name);
            CHECK(contents.samples == bytes_of(values));
        }
    };
    check("u8", H5T_NATIVE_UINT8, H5T_STD_U8LE, H5T_STD_U8BE, std::uint8_t{});
    check("i8", H5T_NATIVE_INT8, H5T_STD_I8LE, H5T_STD_I8BE, std::int8_t{});
    check("u16", H5T_NATIVE_UINT16, H5T_STD_U16LE, H5T_STD_U16BE, std::uint16_t{});
    check("i16", H5T_NATIVE_INT16, H5T_STD_I16LE, H5T_STD_I16BE, std::int16_t{});
    check("u32", H5T_NATIVE_UINT32, H5T_STD_U32LE, H5T_STD_U32BE, std::uint32_t{});
    check("i32", H5T_NATIVE_INT32, H5T_STD_I32LE, H5T_STD_I32BE, std::int32_t{});
    check("u64", H5T_NATIVE_UINT64, H5T_STD_U64LE, H5T_STD_U64BE, std::uint64_t{});
    check("i64", H5T_NATIVE_INT64, H5T_STD_I64LE, H5T_STD_I64BE, std::int64_t{});
    check("f32", H5T_NATIVE_FLOAT, H5T_IEEE_F32LE, H5T_IEEE_F32BE, float{});
    check("f64", H5T_NATIVE_DOUBLE, H5T_IEEE_F64LE, H5T_IEEE_F64BE, double{});
}

TEST_CASE("HDF5: reads more than a block, in chunks, with any number of dimensions") {
    const Files files;
    const auto values = some_values<double>(std::size_t{3} * 5 * 700 * 333);
    const std::vector<hsize_t> shape{3, 5, 700, 333};
    for (const auto& chunk : {std::vector<hsize_t>{}, {1, 2, 300, 100}, {3, 5, 7, 333}}) {
        const auto path = files.path("file.h5");
        Hdf5Writer(path).add("x", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, shape, values.data(), chunk);
        const auto contents = contents_of(path, 1U << 20U);
        CHECK(contents.recognized == "HDF5, 3 x 5 x 700 x 333 f64");
        CHECK((contents.samples == bytes_of(values)));
    }
    const auto long_row = some_values<double>(5'000'000); // each row is longer than a block of 16 MiB
    const auto path = files.path("long.h5");
    Hdf5Writer(path).add("x", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, {2, 2'500'000}, long_row.data());
    CHECK((contents_of(path, 1U << 20U).samples == bytes_of(long_row)));
    Hdf5Writer(path).add("x", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, {}, long_row.data() + 5);
    CHECK(contents_of(path).recognized == "HDF5, one f64");
    CHECK(contents_of(path).samples == bytes_of(std::vector{long_row[5]}));
}

TEST_CASE("HDF5: reads datasets by their path") {
    const Files files;
    const auto path = files.path("file.h5");
    const std::vector<std::int16_t> first{1, 2, 3};
    const std::vector<float> second{4, 5};
    {
        const Hdf5Writer writer(path);
        writer.add("/a", H5T_STD_I16BE, H5T_NATIVE_INT16, {3}, first.data());
        writer.add("/group/b", H5T_IEEE_F32LE, H5T_NATIVE_FLOAT, {1, 2}, second.data());
    }
    CHECK(contents_of(path + ":/a").recognized == "HDF5, 3 i16");
    CHECK(contents_of(path + ":a").samples == bytes_of(first));
    CHECK(contents_of(path + ":/group/b").recognized == "HDF5, 1 x 2 f32");
    CHECK(contents_of(path + ":/group/b").samples == bytes_of(second));
    check_unreadable(path, "HDF5", "it has several datasets, and FILE:/PATH says which: /a, /group/b");
    for (const auto* const part : {"/c", "/group", "/a/b"})
        CHECK(message_of(path + ":" + part)
                  .starts_with(path + ":" + part + ": its HDF5 data cannot be read: "));
}

TEST_CASE("HDF5: _FillValue and missing_value mark missing samples") {
    const Files files;
    const auto path = files.path("file.h5");
    constexpr auto maximum = ~std::uint64_t{0};
    const std::vector<std::uint64_t> integers{1, maximum, maximum - 1, 4};
    const std::vector<float> floats{1, 1e20F, -999, 4};
    const double fill = 1e20; // no float has this value
    const std::int16_t missing = -999;
    {
        const Hdf5Writer writer(path);
        writer.add("u64", H5T_STD_U64BE, H5T_NATIVE_UINT64, {4}, integers.data());
        writer.mark("u64", "_FillValue", H5T_STD_U64BE, H5T_NATIVE_UINT64, &maximum);
        writer.add("f32", H5T_IEEE_F32LE, H5T_NATIVE_FLOAT, {4}, floats.data());
        writer.mark("f32", "_FillValue", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, &fill);
        writer.mark("f32", "missing_value", H5T_STD_I16LE, H5T_NATIVE_INT16, &missing);
    }
    const auto u64 = contents_of(path + ":u64");
    CHECK(u64.samples == bytes_of(std::vector<std::uint64_t>{1, maximum - 1, 4}));
    CHECK(u64.left_out.missing == 1);
    const auto f32 = contents_of(path + ":f32");
    CHECK(f32.samples == bytes_of(std::vector<float>{1, 4}));
    CHECK(f32.left_out.missing == 2);
    CHECK(contents_of(path + ":f32", 1000, {.nodata = std::vector<histo_cl::Number>{}}).samples ==
          bytes_of(floats));
}

TEST_CASE("HDF5: packed samples have no unit, and _Unsigned makes integers and markers unsigned") {
    const Files files;
    const auto path = files.path("file.h5");
    const std::vector<std::int8_t> values{1, -1, -2, 127};
    constexpr std::array<double, 4> factors{1, 0.01, 0, 273.15};
    {
        const Hdf5Writer writer(path);
        const auto text = ::H5Tcopy(H5T_C_S1);
        ::H5Tset_size(text, 4);
        for (const auto* const name : {"plain", "scale", "offset", "unsigned"}) {
            writer.add(name, H5T_STD_I8LE, H5T_NATIVE_INT8, {4}, values.data());
            writer.mark(name, "units", text, text, "degC");
        }
        writer.mark("plain", "scale_factor", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, &factors[0]);
        writer.mark("plain", "add_offset", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, &factors[2]);
        writer.mark("scale", "scale_factor", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, &factors[1]);
        writer.mark("offset", "add_offset", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, &factors[3]);
        writer.mark("unsigned", "_Unsigned", text, text, "true");
        writer.mark("unsigned", "_FillValue", H5T_STD_I8LE, H5T_NATIVE_INT8, &values[1]);
        ::H5Tclose(text);
    }
    CHECK(open_file(path + ":plain").array->unit == "degC");
    CHECK(open_file(path + ":scale").array->unit.empty());
    CHECK(open_file(path + ":offset").array->unit.empty());
    CHECK(contents_of(path + ":plain").recognized == "HDF5, 4 i8");
    const auto found = contents_of(path + ":unsigned");
    CHECK(found.recognized == "HDF5, 4 u8");
    CHECK(found.samples == bytes_of(std::vector<std::uint8_t>{1, 254, 127}));
    CHECK(found.left_out.missing == 1);
}

TEST_CASE("HDF5: refuses a flipped bit of a chunk with fletcher32 or DEFLATE") {
    const Files files;
    const auto path = files.path("file.h5");
    std::vector<std::uint32_t> values(6000);
    for (std::uint32_t i = 0; i < values.size(); ++i)
        values[i] = i * 2654435761U;
    for (const bool has_checksums : {true, false}) {
        Hdf5Writer(path).add("x", H5T_STD_U32LE, H5T_NATIVE_UINT32, {6000}, values.data(), {6000},
                             has_checksums);
        CHECK(contents_of(path).samples == bytes_of(values));
        const auto bytes = histo_cl::test::content(path);
        check_flipped(files, bytes, bytes.size() - 10'000, bytes.size() - 5'000);
    }
}

namespace {

/// Writes a file with a dataset /x of these properties, without data.
void create(const std::string& path, std::uint64_t length, hid_t made, hsize_t max_length = 0) {
    const hsize_t lengths = length;
    const auto file = ::H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const auto space = ::H5Screate_simple(1, &lengths, max_length == 0 ? nullptr : &max_length);
    const auto dataset = ::H5Dcreate2(file, "x", H5T_STD_U8LE, space, H5P_DEFAULT, made, H5P_DEFAULT);
    CHECK(dataset >= 0);
    ::H5Dclose(dataset);
    ::H5Sclose(space);
    ::H5Fclose(file);
}

} // namespace

TEST_CASE("HDF5: refuses virtual datasets, also those that refer to themselves") {
    const Files files;
    constexpr hsize_t length = 100;
    const hsize_t start = 0;
    const hsize_t unlimited = H5S_UNLIMITED;
    for (const bool grows : {false, true})
        for (const auto* const source : {".", "other.h5"}) {
            const auto space = ::H5Screate_simple(1, &length, grows ? &unlimited : nullptr);
            if (grows) ::H5Sselect_hyperslab(space, H5S_SELECT_SET, &start, nullptr, &unlimited, nullptr);
            const auto made = ::H5Pcreate(H5P_DATASET_CREATE);
            CHECK(::H5Pset_virtual(made, space, source, "/x", space) >= 0);
            const auto path = files.path("file.h5");
            create(path, length, made, grows ? unlimited : 0);
            ::H5Pclose(made);
            ::H5Sclose(space);
            for (const auto* const part : {"", ":x", ":/x"})
                check_unreadable(path + part, "HDF5",
                                 "its dataset '" + std::string(part == std::string(":x") ? "x" : "/x") +
                                     "' is virtual, a view of other datasets, and no other file than the one "
                                     "that is named is read");
        }
}

TEST_CASE("HDF5: opens no other file, neither as external storage nor through links") {
    const Files files;
    const auto fifo = files.path("fifo"); // opening it would wait
    REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
    const auto path = files.path("file.h5");
    for (const auto& other : {fifo, files.add("other", std::string(100, 'x'))}) {
        const auto made = ::H5Pcreate(H5P_DATASET_CREATE);
        CHECK(::H5Pset_external(made, other.c_str(), 0, 100) >= 0);
        create(path, 100, made);
        ::H5Pclose(made);
        check_unreadable(path, "HDF5",
                         "its dataset '/x' is stored in external files, and no other file than the one that "
                         "is named is read");

        const auto file = ::H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
        CHECK(::H5Lcreate_external(other.c_str(), "/", file, "link", H5P_DEFAULT, H5P_DEFAULT) >= 0);
        CHECK(::H5Lcreate_soft("link/x", file, "soft", H5P_DEFAULT, H5P_DEFAULT) >= 0);
        ::H5Fclose(file);
        for (const std::string part : {"link", "/link/x", "soft"})
            check_unreadable(path + ":" + part, "HDF5",
                             "its dataset '" + part + "' is a link to the file '" + other +
                                 "', and no other file than the one that is named is read");
    }
}

TEST_CASE("HDF5: refuses a small file that claims too much before it is read") {
    const Files files;
    const auto path = files.path("file.h5");
    constexpr auto length = std::uint64_t{1} << 44U;
    const auto check = [&](std::uint64_t samples, hsize_t chunk, int deflates, const std::string& reason) {
        const auto made = ::H5Pcreate(H5P_DATASET_CREATE);
        if (chunk > 0) CHECK(::H5Pset_chunk(made, 1, &chunk) >= 0);
        for (int i = 0; i < deflates; ++i)
            CHECK(::H5Pset_deflate(made, 6) >= 0);
        create(path, samples, made);
        ::H5Pclose(made);
        CHECK(histo_cl::test::content(path).size() < 2000);
        CHECK(message_of(path).find(reason) != std::string::npos);
    };
    const std::string header = "its header says 17,592,186,044,416 bytes of samples, but it has 1,400 itself";
    check(length, 0, 0, header);
    check(length, hsize_t{1} << 28U, 0, header);
    check(length, hsize_t{1} << 31U, 0, "its chunk has 1,073,741,825 bytes, at most 1,073,741,824 are read");
    check(
        65'537, 1, 0,
        "its dataset has more than 65,536 chunks; at most 65,536 are read, or as many as the file has bytes");
    check(1000, 100, 2, "its chunks are compressed by DEFLATE more than once");

    // Missing chunks have the fill value.
    const hsize_t chunk = 100;
    const auto made = ::H5Pcreate(H5P_DATASET_CREATE);
    const std::uint8_t fill = 7;
    ::H5Pset_chunk(made, 1, &chunk);
    ::H5Pset_deflate(made, 6);
    ::H5Pset_fill_value(made, H5T_NATIVE_UINT8, &fill);
    create(path, 100'000, made);
    ::H5Pclose(made);
    CHECK((contents_of(path, 10'000).samples == std::string(100'000, '\x7')));
}

TEST_CASE("HDF5: refuses chunks that unpack to another size than their samples have") {
    const Files files;
    const auto path = files.path("file.h5");
    const auto values = some_values<double>(400);
    const auto with_filters = [](hsize_t chunk, bool shuffle, bool deflate, bool checksum) {
        const auto made = ::H5Pcreate(H5P_DATASET_CREATE);
        CHECK(::H5Pset_chunk(made, 1, &chunk) >= 0);
        if (shuffle) CHECK(::H5Pset_shuffle(made) >= 0);
        if (deflate) CHECK(::H5Pset_deflate(made, 6) >= 0);
        if (checksum) CHECK(::H5Pset_fletcher32(made) >= 0);
        return made;
    };
    // Writes a chunk with `stored` values to a dataset whose chunk should have `claimed` values.
    const auto write = [&](hsize_t stored, hsize_t claimed, bool shuffle, bool deflate, bool checksum) {
        const auto file = ::H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
        std::vector<char> chunk;
        for (const auto length : {stored, claimed}) {
            const auto made = with_filters(length, shuffle, deflate, checksum);
            const auto space = ::H5Screate_simple(1, &length, nullptr);
            const auto set = ::H5Dcreate2(file, chunk.empty() ? "a" : "x", H5T_IEEE_F64LE, space, H5P_DEFAULT,
                                          made, H5P_DEFAULT);
            const hsize_t first = 0;
            if (chunk.empty()) {
                CHECK(::H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) >= 0);
                CHECK(::H5Dflush(set) >= 0);
                hsize_t size = 0;
                std::uint32_t skipped = 0;
                CHECK(::H5Dget_chunk_storage_size(set, &first, &size) >= 0);
                chunk.resize(size);
                CHECK(::H5Dread_chunk(set, H5P_DEFAULT, &first, &skipped, chunk.data()) >= 0);
            } else {
                CHECK(::H5Dwrite_chunk(set, H5P_DEFAULT, 0, &first, chunk.size(), chunk.data()) >= 0);
            }
            ::H5Dclose(set);
            ::H5Sclose(space);
            ::H5Pclose(made);
        }
        ::H5Fclose(file);
    };
    for (int filters = 1; filters < 8; ++filters) {
        CAPTURE(filters);
        const bool shuffle = (filters & 1) != 0, deflate = (filters & 2) != 0, checksum = (filters & 4) != 0;
        write(10, 400, shuffle, deflate, checksum);
        CHECK(message_of(path + ":x").find("it has a chunk of 80 bytes; its samples have 3,200") !=
              std::string::npos);
        write(400, 10, shuffle, deflate, checksum);
        CHECK(message_of(path + ":x").find("it has a chunk of 3,200 bytes; its samples have 80") !=
              std::string::npos);
        write(400, 400, shuffle, deflate, checksum);
        CHECK(contents_of(path + ":x").samples == bytes_of(values));
    }

    // Chunks at the end of a dataset may be stored without the dataset's filters.
    const auto made = with_filters(300, true, true, false);
    CHECK(::H5Pset_chunk_opts(made, H5D_CHUNK_DONT_FILTER_PARTIAL_CHUNKS) >= 0);
    const auto file = ::H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hsize_t length = values.size();
    const auto space = ::H5Screate_simple(1, &length, nullptr);
    const auto set = ::H5Dcreate2(file, "x", H5T_IEEE_F64LE, space, H5P_DEFAULT, made, H5P_DEFAULT);
    CHECK(::H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) >= 0);
    ::H5Dclose(set);
    ::H5Sclose(space);
    ::H5Pclose(made);
    ::H5Fclose(file);
    CHECK(contents_of(path).samples == bytes_of(values));
}

TEST_CASE("HDF5: reads many small chunks, several at a time") {
    const Files files;
    const auto path = files.path("file.h5");
    const auto values = some_values<std::uint8_t>(std::size_t{3} * 11'000);
    Hdf5Writer(path).add("x", H5T_STD_U8LE, H5T_NATIVE_UINT8, {3, 11'000}, values.data(), {3, 1});
    CHECK((contents_of(path, 10'000).samples == bytes_of(values)));
}

TEST_CASE("HDF5: errors in any thread are reported once, and not by HDF5 itself") {
    const Files files;
    const auto path = files.path("file.h5");
    const auto values = some_values<std::uint32_t>(6000);
    Hdf5Writer(path).add("x", H5T_STD_U32LE, H5T_NATIVE_UINT32, {6000}, values.data(), {6000}, true);
    auto bytes = histo_cl::test::content(path);
    bytes[bytes.size() - 5000] ^= 1;
    (void)files.add("file.h5", bytes);
    std::vector<InputFile> opened;
    opened.push_back(open_file(path, {}));
    (void)resolve(opened, {});
    int printed = 0;
    std::thread([&] {
        const auto count = [](hid_t /*stack*/, void* user) -> herr_t {
            return ++*static_cast<int*>(user), 0;
        };
        ::H5Eset_auto2(H5E_DEFAULT, count, &printed); // HDF5 prints errors of new threads by default
        SampleReader reader(std::move(opened), sizeof(std::uint32_t), false);
        std::vector<std::byte> room(1000);
        CHECK_THROWS_AS((void)reader.read(room, *pread_reader()), common::UsageError);
    }).join();
    CHECK(printed == 0);
}

TEST_CASE("HDF5: refuses numbers of more than 64 bits before it makes a buffer for one") {
    const Files files;
    const auto path = files.path("file.h5");
    const auto large = [](hid_t type, std::size_t bytes) {
        const auto made = ::H5Tcopy(type);
        CHECK(::H5Tset_size(made, bytes) >= 0);
        return made;
    };
    const auto space = ::H5Screate(H5S_SCALAR);
    {
        const auto file = ::H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
        for (const std::size_t bytes : {std::size_t{9}, std::size_t{1} << 30U}) {
            const auto type = large(H5T_STD_I64LE, bytes);
            ::H5Dclose(::H5Dcreate2(file, ("i" + std::to_string(bytes)).c_str(), type, space, H5P_DEFAULT,
                                    H5P_DEFAULT, H5P_DEFAULT));
            ::H5Tclose(type);
        }
        ::H5Fclose(file);
    }
    const auto refusal = [](const std::string& bits) {
        return "its integers have " + bits + " bits; 8 to 64 are read";
    };
    CHECK(message_of(path + ":i9").find(refusal("72")) != std::string::npos);
#ifndef H5F_RFIC_ALL // defined by HDF5 1.14.5, which refuses so large a type itself
    CHECK(message_of(path + ":i1073741824").find(refusal("8,589,934,592")) != std::string::npos);
#endif

    const std::int64_t value = 1;
    const auto type = large(H5T_STD_I64LE, 16);
    {
        const Hdf5Writer writer(path);
        writer.add("x", H5T_STD_I64LE, H5T_NATIVE_INT64, {1}, &value);
        writer.mark("x", "_FillValue", type, H5T_NATIVE_INT64, &value);
    }
    CHECK(message_of(path).find(refusal("128")) != std::string::npos);
    ::H5Tclose(type);
    ::H5Sclose(space);
}

TEST_CASE("HDF5: reads a field of records") {
    struct Record {
        double energy;
        std::int16_t channel;
    };
    const Files files;
    const auto path = files.path("file.h5");
    std::vector<Record> records;
    std::vector<double> energies;
    std::vector<std::int16_t> channels;
    for (int i = 0; i < 3000; ++i) {
        records.push_back({i * 0.5, static_cast<std::int16_t>(i - 7)});
        energies.push_back(records.back().energy);
        channels.push_back(records.back().channel);
    }
    const auto type = ::H5Tcreate(H5T_COMPOUND, sizeof(Record));
    ::H5Tinsert(type, "energy", offsetof(Record, energy), H5T_NATIVE_DOUBLE);
    ::H5Tinsert(type, "channel", offsetof(Record, channel), H5T_NATIVE_INT16);
    for (const auto& chunk : {std::vector<hsize_t>{}, {70}}) {
        Hdf5Writer(path).add("/run/events", type, type, {3000}, records.data(), chunk);
        CHECK(contents_of(path + ":/run/events/energy").recognized == "HDF5, 3,000 f64");
        CHECK(contents_of(path + ":/run/events/energy").samples == bytes_of(energies));
        CHECK(contents_of(path + ":run/events/channel").samples == bytes_of(channels));
        check_unreadable(path, "HDF5",
                         "its samples are records, and FILE:/PATH/FIELD says which: energy, channel");
        check_unreadable(path + ":/run/events/x", "HDF5",
                         "there is no field 'x', and FILE:/PATH/FIELD says which: energy, channel");
    }
    const auto bytes = histo_cl::test::content(path);
    // Damage causes an error, or the samples are read.
    for (std::size_t at = 0; at < bytes.size(); at += 411) {
        auto damaged = bytes;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x15);
        static_cast<void>(message_of(files.add("damaged", damaged) + ":/run/events/energy"));
    }
    ::H5Tclose(type);
}

TEST_CASE("HDF5: refuses text, and reads or refuses damaged files") {
    const Files files;
    const auto path = files.path("file.h5");
    Hdf5Writer(path).add("x", H5T_C_S1, H5T_C_S1, {3}, "abc");
    check_unreadable(path, "HDF5", "its samples are neither integers nor floats");
    const auto values = some_values<float>(600);
    Hdf5Writer(path).add("x", H5T_IEEE_F32LE, H5T_NATIVE_FLOAT, {600}, values.data(), {100});
    check_damaged(files, histo_cl::test::content(path));
}

TEST_CASE("HDF5: reads or refuses files with addresses and sizes beyond their end") {
    const Files files;
    const auto path = files.path("file.h5");
    const auto values = some_values<float>(600);
    {
        const Hdf5Writer writer(path);
        writer.add("/group/x", H5T_IEEE_F32LE, H5T_NATIVE_FLOAT, {600}, values.data(), {100});
        writer.add("/group/y", H5T_IEEE_F32LE, H5T_NATIVE_FLOAT, {2}, values.data());
    }
    const auto bytes = histo_cl::test::content(path);
    std::size_t refused = 0;
    for (const auto address : {std::uint64_t{bytes.size()}, ~std::uint64_t{0}})
        for (std::size_t at = 8; at + sizeof address <= bytes.size(); at += 8) {
            auto damaged = bytes;
            std::memcpy(damaged.data() + at, &address, sizeof address);
            const auto damaged_path = files.add("damaged", damaged);
            for (const auto* const part : {":/group/x", ":/group/y", ""}) {
                const auto message = message_of(damaged_path + part);
                if (!message.empty()) CHECK(message.starts_with(damaged_path));
                if (message.find("beyond its end") != std::string::npos) ++refused;
            }
        }
    CHECK(refused > 0);
}

#endif
