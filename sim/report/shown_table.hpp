#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "sim/report/text_table.hpp"
#include "sim/result/kinds.hpp"

namespace warpshop::report {

/// How many of `rows` a table for people shows: at most 120.
std::size_t shown_rows(std::size_t rows);

/// A list of a result: what is described to be shown of its elements (result::show), a column each unless none of them
/// has it (and it is not result::kNull); the first ones of many.
TextTable shown_table(const result::Described& of, std::string_view list);
/// The same of these elements, in that order.
TextTable shown_table(const result::Described& of, std::string_view list, std::span<const std::uint32_t> rows);
/// Of whatever is described in sim/result.
template <result::HasKind Result, class... Rows>
TextTable shown_table(const Result& result, std::string_view list, const Rows&... rows) {
  const auto& view = result::viewed(result);
  return shown_table(result::kind_of(&result).describe(view), list, rows...);
}

/// Adds the rows of a table with the same columns.
void add_rows(TextTable& table, TextTable more);

/// Adds a column in front of the one at `place` (behind the last by default), a cell a row.
void add_column(TextTable& table, TextTable::Column column, const std::function<std::string(std::size_t row)>& cell,
                std::size_t place = static_cast<std::size_t>(-1));

}  // namespace warpshop::report
