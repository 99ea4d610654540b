# Finds MPI for the component mpi, in this build and in builds that use the installed package. MPI's C++ interface,
# which MPI 3 removed, is not used.

# Sets MPI_CXX_FOUND and creates the target MPI::MPI_CXX, which FindMPI may create even if MPI is missing.
macro(histo_cl_find_mpi)
    set(MPI_CXX_SKIP_MPICXX ON)
    find_package(MPI QUIET COMPONENTS CXX)
endmacro()
