// histo_cl_mpi as users run it, compared with histo_cl.

#include "support/program.hpp"
#include "support/random.hpp"

#include <doctest/doctest.h>
#include <string>
#include <vector>

using namespace histo_cl::test;

namespace {

ProgramOutcome run(const std::string& command) {
    return run_command(command, folder());
}

ProgramOutcome run_count(const std::string& arguments) {
    return run(HISTO_CL_PROGRAM " " + arguments);
}

ProgramOutcome job(int ranks, const std::string& arguments) {
    return run(HISTO_CL_MPI_JOB " " + std::to_string(ranks) + " " HISTO_CL_MPI " " + arguments);
}

/// A job of two ranks with different arguments. A shell on each rank chooses the arguments by a variable of
/// Open MPI or MPICH, because Debian 13's mpiexec crashes on two programs with a colon between them.
ProgramOutcome two_ranks(const std::string& first, const std::string& second) {
    return run(HISTO_CL_MPI_JOB " 2 sh -c 'case ${OMPI_COMM_WORLD_RANK-$PMI_RANK} in 0) exec " HISTO_CL_MPI
                                " " +
               first + ";; *) exec " HISTO_CL_MPI " " + second + ";; esac'");
}

std::string file_of(const std::string& name, std::size_t bytes) {
    Random random(bytes);
    std::string content(bytes, '\0');
    for (auto& each : content)
        each = static_cast<char>(random.bits());
    write(path_of(name), content);
    return path_of(name);
}

/// Checks that the counts equal those of histo_cl.
void check_counts(int ranks, const std::string& arguments) {
    CAPTURE(ranks);
    CAPTURE(arguments);
    const auto expected = run_count(arguments + " --csv");
    REQUIRE(expected.code == 0);
    const auto counted = job(ranks, arguments + " --csv");
    CHECK(counted.code == 0);
    CHECK(counted.out == expected.out);
    CHECK(counted.err.empty());
}

/// Checks that the job ends with this exit code, and that one message is printed, with these words.
void check_failed(const ProgramOutcome& outcome, int code, std::initializer_list<std::string_view> words) {
    CHECK(outcome.code == code);
    CHECK(outcome.out.empty());
    check_has(outcome.err, words);
    const auto said = outcome.err.find("histo_cl_mpi: ");
    CHECK(outcome.err.find("histo_cl_mpi: ", said + 1) == std::string::npos);
}

} // namespace

TEST_CASE("counts files of sizes around the ends of pages and chunks") {
    constexpr std::size_t chunk = std::size_t{4} << 20U;
    for (const std::size_t bytes : {4096UL, 4097UL, 2 * chunk + 1})
        check_counts(3, "--bins 5 " + file_of("bytes", bytes));
    check_counts(2, "--letters " + path_of("bytes"));
    check_counts(2, "--letters=tca " + path_of("bytes"));
}

TEST_CASE("counts several files, large and small, of 16-bit samples") {
    const auto files = file_of("one", 40'006) + " " + file_of("two", 10) + " " + file_of("three", 8 * 9'000);
    check_counts(4, "--type u16 --byte-order big --out-of-range counted --range 7 60000 --bins 9 " + files);
}

TEST_CASE("counts into bins by an expression of the sample") {
    check_counts(2, "--bins 9 --custom 'popcount(x)' " + file_of("bytes", 10'000));
}

TEST_CASE("prints what histo_cl prints, with the devices of all ranks, and verifies the counts") {
    const auto file = file_of("bytes", 100'000);
    const auto printed = job(2, "--bins 4 --verify " + file);
    CHECK(printed.code == 0);
    check_has(printed.out, {"100,000 u8 samples into 4 even bins", "50.0%", "counted   100,000 samples",
                            "every bin equals the serial reference"});
    const auto json = job(2, "--bins 4 --json " + file);
    CHECK(json.code == 0);
    check_has(json.out, {"\"samples\": 100000", "\"devices\": ["});
}

TEST_CASE("saves and adds the counts of all ranks, which histo_cl reads, too") {
    const auto file = file_of("bytes", 10'000);
    const auto saved = path_of("saved");
    CHECK(job(2, "--csv --save " + saved + " " + file).code == 0);
    const auto added = run_count("--csv --add " + saved);
    CHECK(added.code == 0);
    CHECK(added.out == run_count("--csv " + file).out);
    const auto twice = job(2, "--csv --add " + saved + " " + file);
    CHECK(twice.out == run_count("--csv " + file + " " + file).out);
}

TEST_CASE("prints help once, and only the options that a job has") {
    const auto help = job(2, "--help-all");
    CHECK(help.code == 0);
    check_has(help.out, {"mpirun -n RANKS", "--type", "Exit codes"});
    for (const auto* const absent :
         {"LO HI|auto", "--range auto", "fd, doane", "--all-variants", "FILE to count", "index i"})
        CHECK(!contains(help.out, absent));
    CHECK(help.out.find("Exit codes") == help.out.rfind("Exit codes"));
    const auto first_line = [](const std::string& text) { return text.substr(0, text.find('\n')); };
    CHECK(first_line(job(2, "--list-devices").out) == first_line(run_count("--list-devices").out));
}

TEST_CASE("reports once what is wrong on all ranks") {
    check_failed(job(3, path_of("absent")), 2, {"histo_cl_mpi: " + path_of("absent") + ": No such file"});
    check_failed(job(1, "--type f32 --range 0 1 " + file_of("ragged", 4'099)), 2,
                 {"histo_cl_mpi: ", "4,099 bytes", "3 left over"});
    check_failed(job(1, file_of("empty", 0)), 2, {"holds no samples"});
    check_failed(job(1, "-"), 2, {"standard input"});
    check_failed(job(1, "/dev/zero"), 2, {"/dev/zero: it is not a regular file"});
    check_failed(job(1, "--repeat 2 " + path_of("ragged")), 2, {"--repeat"});
    check_failed(job(1, "--bins fd --range 0 9 " + path_of("ragged")), 2,
                 {"--bins fd: a rule takes all samples"});
    check_failed(job(2, "--bins 2 --custom 'i % 2' " + path_of("ragged")), 2, {"index"});
}

TEST_CASE("a rank that cannot begin ends the job, and is named") {
    const auto file = file_of("bytes", 10'000);
    check_failed(two_ranks(file, path_of("absent")), 2, {"histo_cl_mpi: rank 1: " + path_of("absent")});
    check_failed(two_ranks(file, file_of("longer", 10'001)), 2,
                 {"rank 1: " + path_of("longer") + ": it has 10,001 bytes here, but 10,000 on rank 0"});
}

TEST_CASE("a rank that fails while the others count ends the job") {
    const auto file = file_of("bytes", 1'000'000);
    check_failed(two_ranks(file, "--work-group-size 1000000 " + file), 2,
                 {"histo_cl_mpi: rank 1: ", "1000000"});
}

TEST_CASE("refuses ranks that count different things") {
    const auto file = file_of("bytes", 10'000);
    check_failed(two_ranks("--bins 3 " + file, "--bins 4 " + file), 2,
                 {"rank 0 asks for", "3 even bins", "rank 1 for", "4 even bins"});
}
