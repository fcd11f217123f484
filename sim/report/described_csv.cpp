#include "sim/report/described_csv.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/compile.h>

#include "sim/model/utf8.hpp"

namespace warpshop::report {
namespace {

using result::Column;
using result::Medium;
using result::Node;
using result::Value;

/// As it is, a list with spaces between.
void append(std::string& text, const Value& value) {
  std::visit(
      [&](const auto& is) {
        using Is = std::remove_cvref_t<decltype(is)>;
        if constexpr (std::is_same_v<Is, std::vector<Value>>) {
          for (const Value& element : is) {
            text += &element == is.data() ? "" : " ";
            append(text, element);
          }
        } else if constexpr (std::is_same_v<Is, std::string> || std::is_same_v<Is, std::string_view>) {
          text += is;
        } else if constexpr (!std::is_same_v<Is, std::monostate> && !std::is_same_v<Is, std::nullptr_t>) {
          fmt::format_to(std::back_inserter(text), FMT_COMPILE("{}"), is);
        }
      },
      value.is);
}

/// Whether a spreadsheet takes the text for a formula: it starts with the sign of one, and is no number.
bool is_formula(std::string_view text) {
  if (text.empty() || std::string_view{"=+-@"}.find(text.front()) == std::string_view::npos) {
    return false;
  }
  const char* const end = text.data() + text.size();
  double number = 0;
  const auto [stop, error] = std::from_chars(text.data() + (text.front() == '+' ? 1 : 0), end, number);
  return error != std::errc{} || stop != end || !std::isfinite(number);
}

/// Whether csv_field() leaves it as it is, as it does most.
bool is_plain(std::string_view text) {
  return (text.empty() || std::string_view{"=+-@"}.find(text.front()) == std::string_view::npos) &&
         std::all_of(text.begin(), text.end(),
                     [](char byte) { return byte >= 0x20 && byte < 0x7F && byte != ',' && byte != '"'; });
}

/// What is written of a kind, line by line. Cells are as they are described: first those of the whole, then those of
/// the rows, of their rows, and so on, each behind those that it is part of.
class Lines {
 public:
  Lines(std::ostream& out, const result::Described& described)
      : out_(out),
        described_(described),
        columns_(result::columns_of(described.form, described.names)),
        cells_(columns_.size()) {}

  void header() {
    for (const Column& column : columns_) {
      out_ << (&column == &columns_.front() ? "" : ",")
           << (column.node->as.named ? csv_field(column.name) : column.name);
    }
    out_ << '\n';
  }

  void all() {
    const std::vector<Node>& nodes = described_.form.nodes;
    const Node* rows = result::rows_of(nodes);
    std::size_t next = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (has_cells(nodes[i])) {
        put(nodes[i], described_.get(i, Medium::csv), next);
      }
    }
    join_fixed(next);
    if (rows == nullptr) {
      line();
    } else {
      described_.each(static_cast<std::size_t>(rows - nodes.data()), Medium::csv,
                      [&](const Value& values) { object(rows->parts, values, next); });
    }
    out_ << text_;
  }

 private:
  /// What stands in every line, and the cell behind it.
  struct Part {
    std::string fixed;
    std::size_t cell;
  };

  static bool has_cells(const Node& node) { return node.is_in(Medium::csv) && !node.is_list_of_objects(); }

  /// Columns of the whole are one text: those that are empty cost nothing.
  void join_fixed(std::size_t of_whole) {
    for (const Column& column : columns_) {
      if (column.cell < of_whole) {
        behind_ += cells_[column.cell] + ',';
      } else {
        parts_.push_back({std::exchange(behind_, ""), column.cell});
      }
    }
  }

  /// An object of a list, whose cells are from `next` on, and its own lines if it has such a list.
  void object(const std::vector<Node>& fields, const Value& of, std::size_t next) {
    const std::vector<Value>& values = of.list();
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (has_cells(fields[i])) {
        put(fields[i], values[i], next);
      }
    }
    if (const Node* rows = result::rows_of(fields)) {
      for (const Value& element : values[static_cast<std::size_t>(rows - fields.data())].list()) {
        object(rows->parts, element, next);
      }
    } else {
      line();
    }
  }

  void put(const Node& node, const Value& value, std::size_t& next) {
    static const Value nothing;
    const auto element = [&](std::size_t i) -> const Value& { return value.is_nothing() ? nothing : value.list()[i]; };
    if (node.shape.type == result::Type::object) {
      for (std::size_t i = 0; i < node.parts.size(); ++i) {
        if (has_cells(node.parts[i])) {
          put(node.parts[i], element(i), next);
        }
      }
      return;
    }
    const bool by_element = node.shape.range || node.as.named || (!node.as.column.empty() && node.shape.length > 0);
    if (by_element) {
      for (std::size_t i = 0; i < (node.as.named ? described_.names.size() : node.shape.length); ++i) {
        put(element(i), cells_[next++]);
      }
    } else {
      put(value, cells_[next++]);
    }
  }

  /// Text that is not plain, and lists of it, as csv_field().
  static void put(const Value& value, std::string& cell) {
    cell.clear();
    append(cell, value);
    const bool is_text = std::holds_alternative<std::string>(value.is) ||
                         std::holds_alternative<std::string_view>(value.is) ||
                         std::holds_alternative<std::vector<Value>>(value.is);
    if (is_text && !is_plain(cell)) {
      cell = csv_field(cell);
    }
  }

  void line() {
    constexpr std::size_t kAtOnce = 1 << 16;
    for (const Part& part : parts_) {
      text_.append(part.fixed).append(cells_[part.cell]).append(1, ',');
    }
    text_ += behind_;
    text_.back() = '\n';
    if (text_.size() > kAtOnce) {
      out_ << std::exchange(text_, "");
      text_.reserve(2 * kAtOnce);
    }
  }

  std::ostream& out_;
  const result::Described& described_;
  std::vector<Column> columns_;
  std::vector<std::string> cells_;
  std::vector<Part> parts_;
  std::string behind_;  ///< of every line
  std::string text_;    ///< of lines that are not written yet
};

}  // namespace

std::string csv_field(std::string_view text) {
  std::string shown = printable(text);
  const bool runs = is_formula(shown);
  if (!runs && shown.find_first_of(",\"") == std::string::npos) {
    return shown;
  }
  std::string quoted = runs ? "\"'" : "\"";
  for (const char byte : shown) {
    quoted += byte == '"' ? "\"\"" : std::string(1, byte);
  }
  return quoted + '"';
}

void write(std::ostream& out, const format::Csv& format, const result::Described& described) {
  Lines lines(out, described);
  if (format.first) {
    lines.header();
  }
  lines.all();
}

}  // namespace warpshop::report
