// Sequences in FASTA files.

#include "files/contents.hpp"

#include <string>

using namespace files;
using namespace files::test;

TEST_CASE("FASTA: reads the letters of all sequences, without names and ends of lines") {
    Files files;
    const std::string text = ">one gattaca\nACGT\r\nNN*\n>two\n\n; a comment\nac-g\n>empty";
    CHECK(contents_of(files.add("two.fa", text)).recognized == "FASTA");
    CHECK(contents_of(files.add("two.fa", text), 3).samples == "ACGTNN*ac-g");
    CHECK(contents_of(files.pipe("pipe", text, 5)).samples == "ACGTNN*ac-g");
    std::string lines;
    std::string letters;
    for (int i = 0; i < 20'000; ++i) {
        lines += i % 100 == 0 ? ">name\n" : "";
        lines += "ACGTTGCAACGTTGCA\n";
        letters += "ACGTTGCAACGTTGCA";
    }
    CHECK((contents_of(files.add("long.fa", lines), 12345).samples == letters));
    CHECK(contents_of(files.add("raw.fa", text), 1000, {.raw = true}).samples == text);
    for (const auto* const other :
         {"> a quotation\n> of two lines\n", ">only a name\n", ">x\n12\n", ">\x01\nAC\n"}) {
        CAPTURE(other);
        CHECK(contents_of(files.add("other", other)).recognized.empty());
    }
}
