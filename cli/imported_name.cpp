#include "cli/imported_name.hpp"

#include <filesystem>

#include "sim/model/error.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::cli {

std::string imported_name(const std::string& given, const std::string& file) {
  if (printable(given) != given) {
    throw InputError("--name " + in_quotes(given) +
                     ": has characters that do not show, which no workload is called by, expected text in one line");
  }
  std::filesystem::path path = std::filesystem::path(file).filename();
  while (path.has_extension()) {
    path = path.stem();
  }
  return given.empty() ? printable(path.string()) : given;
}

}  // namespace warpshop::cli
