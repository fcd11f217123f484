#include "cli/gpu_name.hpp"

#include <cctype>

namespace warpshop::cli {

std::string device_name_of(std::string_view gpu, std::string_view otherwise) {
  std::string name;
  for (const char character : gpu) {
    const auto byte = static_cast<unsigned char>(character);
    name += std::isalnum(byte) != 0 && byte < 0x80 ? static_cast<char>(std::tolower(byte)) : '-';
  }
  for (const std::string_view maker : {"nvidia-", "tesla-", "geforce-"}) {
    if (name.starts_with(maker) && name.size() > maker.size()) {
      name.erase(0, maker.size());
    }
  }
  return name.empty() ? std::string(otherwise) : name;
}

}  // namespace warpshop::cli
