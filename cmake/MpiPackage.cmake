# MPI for the component mpi, here and where the installed package is used. Its own interface for C++ left the standard
# with MPI 3, and is not used.

# Sets MPI_CXX_FOUND, and makes the target MPI::MPI_CXX, which FindMPI may leave behind without MPI, too.
macro(histo_cl_find_mpi)
    set(MPI_CXX_SKIP_MPICXX ON)
    find_package(MPI QUIET COMPONENTS CXX)
endmacro()
