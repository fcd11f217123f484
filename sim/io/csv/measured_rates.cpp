#include "sim/io/csv/measured_rates.hpp"

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "sim/io/csv/csv_lines.hpp"
#include "sim/io/yaml/document_text.hpp"
#include "sim/model/error.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::io {
namespace {

constexpr std::string_view kColumns = "kernel,ctas,other,other_ctas,rate,other_rate";
constexpr std::size_t kFields = 6;
constexpr double kLowestRate = 1e-15;
constexpr double kHighestRate = 1e15;

/// A line, taken apart at its commas.
class RatesLine {
 public:
  RatesLine(std::string_view text, const std::string& file, std::uint32_t line) : file_(file), line_(line) {
    std::size_t start = 0;
    for (std::size_t field = 0; field < kFields; ++field) {
      const std::size_t end = field + 1 < kFields ? text.find(',', start) : text.size();
      if (end == std::string_view::npos || (field + 1 == kFields && text.find(',', start) != std::string_view::npos)) {
        refuse(1, fmt::format("not a line of six fields, expected {}", kColumns));
      }
      fields_[field] = text.substr(start, end - start);
      columns_[field] = static_cast<std::uint32_t>(character_count(text.substr(0, start))) + 1;
      start = end + 1;
    }
  }

  MeasuredRates decoded() const {
    MeasuredRates row{.kernel = name(0), .ctas = ctas(1), .rate = rate(4), .line = line_};
    if (fields_[2].empty()) {
      for (const std::size_t field : {std::size_t{3}, std::size_t{5}}) {
        if (!fields_[field].empty()) {
          refuse(columns_[field], fmt::format("{} of no other kernel, expected nothing here", quoted(field)));
        }
      }
      return row;
    }
    row.other = name(2);
    row.other_ctas = ctas(3);
    row.other_rate = rate(5);
    if (*row.other == row.kernel) {
      refuse(columns_[2], fmt::format("{} beside itself, expected another kernel", quoted(2)));
    }
    return row;
  }

 private:
  [[noreturn]] void refuse(std::uint32_t column, const std::string& what) const {
    throw InputError(file_, {.line = line_, .column = column}, what);
  }
  std::string quoted(std::size_t field) const { return in_quotes(fields_[field]); }
  std::string name(std::size_t field) const {
    if (fields_[field].empty()) {
      refuse(columns_[field], "an empty field, expected the name of a kernel");
    }
    return std::string{fields_[field]};
  }
  template <class Number>
  Number number(std::size_t field, Number low, Number high) const {
    Number value{};
    const char* const end = fields_[field].data() + fields_[field].size();
    const auto [stop, error] = std::from_chars(fields_[field].data(), end, value);
    if (stop != end || error != std::errc{} || !(value >= low && value <= high)) {
      refuse(columns_[field], fmt::format("{} is not a number that fits, expected {} to {}", quoted(field), low, high));
    }
    return value;
  }
  std::int64_t ctas(std::size_t field) const { return number<std::int64_t>(field, 1, kLargestCount); }
  double rate(std::size_t field) const { return number(field, kLowestRate, kHighestRate); }

  const std::string& file_;
  std::uint32_t line_;
  std::array<std::string_view, kFields> fields_;
  std::array<std::uint32_t, kFields> columns_{};
};

}  // namespace

std::vector<MeasuredRates> read_measured_rates(const std::filesystem::path& file) {
  const Text text = read_text(file, Fifo::awaited);
  std::vector<MeasuredRates> rows;
  bool has_header = false;
  each_csv_line(text.bytes, [&](std::string_view line, std::uint32_t number) {
    if (has_header) {
      rows.push_back(RatesLine(line, text.file, number).decoded());
    } else if (line != kColumns) {
      throw InputError(text.file, {.line = number, .column = 1},
                       fmt::format("not the names of the columns, expected {}", kColumns));
    }
    has_header = true;
  });
  if (rows.empty()) {
    throw InputError(text.file, {}, fmt::format("holds no rates, expected lines under {}", kColumns));
  }
  return rows;
}

}  // namespace warpshop::io
