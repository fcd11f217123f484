#pragma once

#include <string>
#include <string_view>

#include "sim/report/text_table.hpp"

namespace warpshop::report::html {

/// A table with a caption and headings that screen readers tell, all of its columns, the first heading the rows; in a
/// box of its own that scrolls where the table is wider than the page. note: text below it, besides what is left out.
std::string data_table(std::string_view caption, const TextTable& table, std::string_view note = {});

}  // namespace warpshop::report::html
