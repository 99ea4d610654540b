#pragma once

#include <filesystem>

namespace bench {

/// A folder of its own for the library's kernels, and for PoCL's, so that all are built anew; it is gone with
/// the object. To be made before the first call of OpenCL. Throws std::filesystem::filesystem_error.
class ColdCaches {
  public:
    ColdCaches();
    ~ColdCaches();
    ColdCaches(const ColdCaches&) = delete;
    ColdCaches& operator=(const ColdCaches&) = delete;

    /// For Options::cache_directory.
    [[nodiscard]] std::string library_folder() const { return folder_ / "histo_cl"; }

  private:
    std::filesystem::path folder_;
};

} // namespace bench
