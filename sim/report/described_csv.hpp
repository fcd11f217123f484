#pragma once

#include <ostream>
#include <string>
#include <string_view>

#include "sim/result/format.hpp"
#include "sim/result/kinds.hpp"

namespace warpshop::report {

/// Text as a field of a CSV line: quoted where it holds a comma or a quote (RFC 4180), printable() where it would break
/// the line or not show; with an apostrophe before it, in quotes, where a spreadsheet would run it as a formula (it
/// starts with '=', '+', '-' or '@' and is no number).
std::string csv_field(std::string_view text);

/// For programs, unrounded: a header before the first, then a line for each of the rows; columns as in docs/csv.md, the
/// same for every result of a kind. A cell is empty where there is nothing.
void write(std::ostream& out, const format::Csv& format, const result::Described& described);

/// Whatever is described in sim/result.
template <result::HasKind Result>
void print(std::ostream& out, const format::Csv& format, const Result& shown) {
  const auto& view = result::viewed(shown);
  write(out, format, result::kind_of(&shown).describe(view));
}

}  // namespace warpshop::report
