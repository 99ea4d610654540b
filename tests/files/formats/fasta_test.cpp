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
         {"> a quotation\n> of two lines\n", ">only a name\n", ">x\n12\n", ">\x02\nAC\n"}) {
        CAPTURE(other);
        CHECK(contents_of(files.add("other", other)).recognized.empty());
    }
}

TEST_CASE("FASTA: gaps may be dots, and names may be separated by the character 1") {
    Files files;
    CHECK(contents_of(files.add("gaps.fa", ">one\x01two\nAC..GT\n")).samples == "AC..GT");
}

TEST_CASE("FASTQ: reads the letters of all records, without names and qualities") {
    Files files;
    const std::string text = "@one\nACGTN\n+\n@>;+I\n@two\r\nGG\r\n+two\r\n!!\r\n";
    CHECK(contents_of(files.add("two.fq", text)).recognized == "FASTQ");
    CHECK(contents_of(files.add("two.fq", text), 3).samples == "ACGTNGG");
    CHECK(message_of(files.add("bad.fq", text + "ACG\n")).find("line 9 does not begin with '@'") !=
          std::string::npos);
    CHECK(contents_of(files.add("apart.fq", "@one\nAC\n+\n!!\n\n" + text)).samples == "ACACGTNGG");
    for (const std::size_t cut : {3U, 9U, 12U, 14U, 17U, 28U}) {
        CAPTURE(cut);
        CHECK(message_of(files.add("cut.fq", "@zero\nA\n+\n!\n" + text.substr(0, cut)))
                  .find("does not have a quality for each letter") != std::string::npos);
    }
    CHECK(contents_of(files.add("mail", "@one\nACGT\n+\nshort\n")).recognized.empty());
}
