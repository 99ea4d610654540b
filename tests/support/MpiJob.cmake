# Sets HISTO_CL_MPI_JOB, the command that goes before the number of ranks and the program of an MPI job, and
# HISTO_CL_MPI_ENVIRONMENT, the job's environment. HISTO_CL_MPI_JOB is empty if the component mpi is not
# built, or if there is no program to run jobs with.
set(HISTO_CL_MPI_JOB "")
if(NOT TARGET histo_cl_mpi)
    return()
elseif(NOT MPIEXEC_EXECUTABLE)
    message(STATUS "The tests of the component mpi need mpiexec (Debian package openmpi-bin): left out")
    return()
endif()

# The timeout ends a rank that waits for a rank that has already ended.
set(HISTO_CL_MPI_JOB timeout --kill-after=10 300 "${MPIEXEC_EXECUTABLE}")
# By default, Open MPI starts at most one rank per core, and none as root.
execute_process(COMMAND "${MPIEXEC_EXECUTABLE}" --version OUTPUT_VARIABLE version ERROR_VARIABLE version)
if(version MATCHES "Open MPI|OpenRTE")
    list(APPEND HISTO_CL_MPI_JOB --oversubscribe --allow-run-as-root --bind-to none)
endif()
list(APPEND HISTO_CL_MPI_JOB "${MPIEXEC_NUMPROC_FLAG}")

# Ranks share the cores, so PoCL has one thread in each. A container may forbid reading the memory of another
# process, so Open MPI's single-copy mechanism is off. Open MPI 5 warns of network interfaces that it cannot
# use, so TCP is off. Open MPI gives the ranks of a failed job two seconds to end, which would only cost time.
set(HISTO_CL_MPI_ENVIRONMENT POCL_MAX_PTHREAD_COUNT=set:1 POCL_AFFINITY=set:0
    OMPI_MCA_btl_vader_single_copy_mechanism=set:none OMPI_MCA_btl=set:^tcp OMPI_MCA_odls_base_sigkill_timeout=set:0)
