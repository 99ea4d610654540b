// histo_cl_bench: how fast the library counts, over a matrix of states.

#include "program.hpp"

int main(int argc, char** argv) {
    return bench::run_program("histo_cl_bench", argc, argv);
}
