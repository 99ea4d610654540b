#pragma once

#include "common/temporary_folder.hpp"

#include <string>

namespace bench {

/// A temporary folder for the library's program cache and for PoCL's, so that everything is built from
/// source. Must be created before the first OpenCL call. Throws std::filesystem::filesystem_error.
class ColdCaches {
  public:
    ColdCaches();

    /// For Options::cache_directory.
    [[nodiscard]] std::string library_folder() const;

  private:
    common::TemporaryFolder folder_{"histo_cl_bench_"};
};

} // namespace bench
