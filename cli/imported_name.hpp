#pragma once

#include <string>

namespace warpshop::cli {

/// What an imported workload is called: as --name says, or after the file, without its endings, in characters that
/// show. Throws InputError: --name has others.
std::string imported_name(const std::string& given, const std::string& file);

}  // namespace warpshop::cli
