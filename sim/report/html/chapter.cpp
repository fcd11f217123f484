#include "sim/report/html/chapter.hpp"

#include <sstream>

#include "sim/report/basis_text.hpp"

namespace warpshop::report::html {

void add_basis(Chapter& chapter, const Basis& basis) {
  std::istringstream lines(basis_lines(basis));
  for (std::string line; std::getline(lines, line);) {
    chapter.caveats.push_back(line);
  }
}

}  // namespace warpshop::report::html
