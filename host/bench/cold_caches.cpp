#include "cold_caches.hpp"

#include "common/environment.hpp"
#include "common/path.hpp"

namespace bench {

namespace fs = std::filesystem;

ColdCaches::ColdCaches() {
    if (folder_.error())
        throw fs::filesystem_error("cannot create a folder for cold caches", folder_.error());
    const auto pocl = folder_.path() / "pocl";
    fs::create_directory(pocl);
    common::set_variable("POCL_CACHE_DIR", common::text_of(pocl));
}

std::string ColdCaches::library_folder() const {
    return common::text_of(folder_.path() / "histo_cl");
}

} // namespace bench
