// Formats that are recognized and refused.

#include "files/contents.hpp"

#include <array>
#include <string>
#include <utility>

using namespace files;
using namespace files::test;

TEST_CASE("known formats that are not read are refused with a hint, and --raw counts their bytes") {
    using namespace std::string_literals;
    const Files files;
    const std::array starts{std::pair{"ZIP", "PK\3\4"s},
                            std::pair{"7z", "7z\xbc\xaf\x27\x1c"s},
                            std::pair{"RAR", "Rar!\x1a\7"s},
                            std::pair{"xz", "\xfd"
                                            "7zXZ\0"s},
                            std::pair{"bzip2", "BZh91AY&SY"s},
                            std::pair{"Parquet", "PAR1"s},
                            std::pair{"Arrow", "ARROW1"s},
                            std::pair{"SQLite", "SQLite format 3\0"s},
                            std::pair{"netCDF-3", "CDF\1"s},
                            std::pair{"netCDF-3", "CDF\2"s},
                            std::pair{"netCDF-3", "CDF\5"s},
                            std::pair{"PBM, or PGM or PPM in text", "P1\n2 2\n1 0 0 1\n"s},
                            std::pair{"PBM, or PGM or PPM in text", "P2\n# grey\n2 2\n255\n"s},
                            std::pair{"PBM, or PGM or PPM in text", "P3\n2 2\n255\n"s},
                            std::pair{"PBM, or PGM or PPM in text", "P4\n8 1\n"s},
                            std::pair{"PDF", "%PDF-1.7"s},
                            std::pair{"MP3", "ID3\4"s},
                            std::pair{"Ogg", "OggS"s},
                            std::pair{"a raw photograph", "II*\0\x10\0\0\0CR\2\0"s},
                            std::pair{"a raw photograph", "FUJIFILMCCD-RAW"s},
                            std::pair{"text in UTF-16", "\xff\xfe" + "a\0,\0"s},
                            std::pair{"text in UTF-16", "\xfe\xff" + "\0a\0,"s},
                            std::pair{"a raw photograph", "\0\0\0\x18"
                                                          "ftypcrx "s},
                            std::pair{"MP4, HEIF or AVIF", "\0\0\0\x18"
                                                           "ftypisom"s}};
    for (const auto& one : starts) {
        const std::string name = one.first;
        const auto& start = one.second;
        CAPTURE(name);
        const auto path = files.add("file", start + some_text(100));
        const auto message = message_of(path);
        CHECK(message.starts_with(path + ": its format is " + name + ", which this program does not read: "));
        CHECK(message.ends_with(" first" + std::string(hint)));
        CHECK(contents_of(path, 1000, {.raw = true}).samples.size() == start.size() + 100);
    }
    for (const auto* const text :
         {"BZhave a nice day", "P2P networks", "P1 2", "P4", "P1\n12\n13\n", "P2\n1.5\n2\n", "P1\n12,3\n"})
        CHECK(contents_of(files.add("text", text)).recognized.empty());
}
