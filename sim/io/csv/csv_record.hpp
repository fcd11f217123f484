#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpshop::io {

/// A field of a line of CSV, without the quotes around it.
struct CsvField {
  std::string text;
  std::uint32_t column = 1;  ///< where it starts, in characters
};

/// The fields of one line, as RFC 4180 has them: between commas, in quotes or not; two quotes inside quotes are one.
/// file, line: for errors. Throws InputError: quotes that nobody closes, or behind which something follows.
std::vector<CsvField> csv_record(std::string_view line, const std::string& file, std::uint32_t number);

}  // namespace warpshop::io
