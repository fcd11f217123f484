#pragma once

#include <cstddef>

/// What results are printed as. Each kind of result has an overload print(std::ostream&, format, result) for each of
/// these: json in sim/io/json, the others in sim/report. Namespace warpshop, so that argument-dependent lookup finds
/// them all. `first`: of the results that one output holds one after the other.
namespace warpshop::format {

/// One line a result, numbers unrounded.
struct Json {
  bool first = true;
};

/// Lines of comma-separated values under one of names, numbers unrounded.
struct Csv {
  bool first = true;
};

/// For people: numbers rounded, lines as wide as the terminal.
struct Table {
  bool first = true;
  bool colour = false;    ///< bold rows, by ANSI escapes
  std::size_t width = 0;  ///< characters a line may have; 0: no limit
  bool cuts = false;      ///< of an order that takes many lines, the first few are enough
};

}  // namespace warpshop::format
