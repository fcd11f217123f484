#include "sim/model/set_names.hpp"

namespace warpshop {

std::string SetNames::text(std::uint64_t set) const {
  if (!sets) {
    return names[set];
  }
  std::string text;
  for (const std::uint32_t task : sets->set(set)) {
    text.append(text.empty() ? "" : between).append(names.empty() ? "t" + std::to_string(task + 1) : names[task]);
  }
  return text;
}

}  // namespace warpshop
