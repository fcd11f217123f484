#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// What results are printed as. Each kind of result has an overload print(std::ostream&, format, result) for each of
/// these: json in sim/io/json, the others in sim/report; cli/print.hpp brings them together. A format has
///   kName     what --format calls it
///   kHelp     and says of it
///   kOpening  how a file of it starts, by which it is known again as ours; empty: otherwise (csv: by its columns)
///   first     whether it is the first of the results that one output holds one after the other
namespace warpshop::format {

/// For people: numbers rounded, lines as wide as the terminal.
struct Table {
  static constexpr std::string_view kName = "table";
  static constexpr std::string_view kHelp = "for people, rounded";
  static constexpr std::string_view kOpening = "# Written by warpshop.\n";  ///< in files alone
  bool first = true;
  bool colour = false;    ///< bold rows, by ANSI escapes
  std::size_t width = 0;  ///< characters a line may have; 0: no limit
  bool charts = false;    ///< timelines are drawn above their tables
  bool unicode = false;   ///< with characters beyond ASCII
};

/// One line a result, numbers unrounded.
struct Json {
  static constexpr std::string_view kName = "json";
  static constexpr std::string_view kHelp = "unrounded";
  static constexpr std::string_view kOpening = R"({"schema":"warpshop.)";
  bool first = true;
};

/// Lines of comma-separated values under one of names, numbers unrounded.
struct Csv {
  static constexpr std::string_view kName = "csv";
  static constexpr std::string_view kHelp = "unrounded";
  static constexpr std::string_view kOpening{};
  bool first = true;
};

/// Any of them, the one that is taken if none is named first.
using Any = std::variant<Table, Json, Csv>;

/// Of all of them, in that order.
std::vector<std::string_view> names();

/// `table (for people, rounded), json (unrounded), …`
std::string help();

/// Whether a text starts as files of one of them do.
bool is_opening(std::string_view text);

/// By one of names(); the first if it is none.
Any named(std::string_view name);

}  // namespace warpshop::format
