# MPI for the component mpi, here and where the installed package is used. Its own interface for C++ left the standard
# with MPI 3, and is not used.

# Makes the target MPI::MPI_CXX if MPI is there.
macro(histo_cl_find_mpi)
    set(MPI_CXX_SKIP_MPICXX ON)
    find_package(MPI QUIET COMPONENTS CXX)
endmacro()
