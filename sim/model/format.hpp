#pragma once

#include <cstddef>
#include <string_view>
#include <variant>
#include <vector>

/// What results are printed as. Each kind of result has an overload print(std::ostream&, format, result) for each of
/// these: json in sim/io/json, the others in sim/report; cli/print.hpp brings them together. `first`: of the results
/// that one output holds one after the other.
namespace warpshop::format {

/// For people: numbers rounded, lines as wide as the terminal.
struct Table {
  static constexpr std::string_view kName = "table";
  bool first = true;
  bool colour = false;    ///< bold rows, by ANSI escapes
  std::size_t width = 0;  ///< characters a line may have; 0: no limit
  bool cuts = false;      ///< of an order that takes many lines, the first few are enough
};

/// One line a result, numbers unrounded.
struct Json {
  static constexpr std::string_view kName = "json";
  bool first = true;
};

/// Lines of comma-separated values under one of names, numbers unrounded.
struct Csv {
  static constexpr std::string_view kName = "csv";
  bool first = true;
};

/// Any of them, the one that is taken if none is named first.
using Any = std::variant<Table, Json, Csv>;

/// Of all of them, in that order.
std::vector<std::string_view> names();

/// By one of names(); the first if it is none.
Any named(std::string_view name);

}  // namespace warpshop::format
