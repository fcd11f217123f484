#pragma once

#include <string>

namespace warpshop::test {

/// Lines of CSV with the same cells, or columns, behind each.
inline std::string with_cells(std::string lines, const std::string& cells) {
  for (std::size_t end = lines.find('\n'); end != std::string::npos; end = lines.find('\n', end + cells.size() + 1)) {
    lines.insert(end, cells);
  }
  return lines;
}

}  // namespace warpshop::test
