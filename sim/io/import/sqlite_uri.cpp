#include "sim/io/import/sqlite_uri.hpp"

#include <string_view>

#include <fmt/format.h>

namespace warpshop::io {

std::string read_only_uri(const std::filesystem::path& file) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  // An absolute path stands behind an authority, which is empty; otherwise `//a` would name one.
  std::string uri = file.is_absolute() ? "file://" : "file:";
  for (const char character : file.string()) {
    if (kPlain.find(character) != std::string_view::npos) {
      uri += character;
    } else {
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(character));
    }
  }
  return uri + "?mode=ro&immutable=1";
}

}  // namespace warpshop::io
