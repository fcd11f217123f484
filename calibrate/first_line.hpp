#pragma once

#include <fstream>
#include <string>

namespace warpshop::calibrate {

/// Of a file that the kernel writes; empty where there is none.
inline std::string first_line(const std::string& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  return line;
}

}  // namespace warpshop::calibrate
