#include "outside.hpp"

#include <histo_cl/mpi.hpp>

#include <iostream>

namespace histo_cl::test {

bool is_refused(std::string_view message) try {
    static_cast<void>(default_problem(MPI_COMM_WORLD, SampleType::u8, {}));
    std::cerr << "no error, but expected: " << message << '\n';
    return false;
} catch (const Error& error) {
    if (error.status() == Status::invalid_argument && std::string_view(error.what()).starts_with(message))
        return true;
    std::cerr << "expected: " << message << ", but it is: " << error.what() << '\n';
    return false;
}

} // namespace histo_cl::test
