#include "sim/report/html/chapter.hpp"

#include <sstream>

#include "sim/report/basis_text.hpp"

namespace warpshop::report::html {

void add_lines(Chapter& chapter, const std::string& lines) {
  std::istringstream text(lines);
  for (std::string line; std::getline(text, line);) {
    chapter.caveats.push_back(line);
  }
}

void add_basis(Chapter& chapter, const Basis& basis) {
  add_lines(chapter, basis_lines(basis));
}

}  // namespace warpshop::report::html
