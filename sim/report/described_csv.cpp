#include "sim/report/described_csv.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "sim/report/text_table.hpp"

namespace warpshop::report {
namespace {

using result::Column;
using result::Medium;
using result::Node;
using result::Value;

std::string plain_text(const Value& value);

std::string joined(const std::vector<Value>& list) {
  std::string text;
  for (const Value& element : list) {
    text.append(text.empty() ? "" : " ").append(plain_text(element));
  }
  return text;
}

std::string plain_text(const Value& value) {
  return std::visit(
      [](const auto& is) -> std::string {
        using Is = std::remove_cvref_t<decltype(is)>;
        if constexpr (std::is_same_v<Is, std::monostate> || std::is_same_v<Is, std::nullptr_t>) {
          return "";
        } else if constexpr (std::is_same_v<Is, std::vector<Value>>) {
          return joined(is);
        } else if constexpr (std::is_same_v<Is, std::string>) {
          return is;
        } else {
          return fmt::format("{}", is);
        }
      },
      value.is);
}

std::string cell(const Value& value) {
  const bool is_number =
      !std::holds_alternative<std::string>(value.is) && !std::holds_alternative<std::vector<Value>>(value.is);
  return is_number ? plain_text(value) : csv_field(plain_text(value));
}

/// What is written of a kind, line by line.
class Lines {
 public:
  Lines(std::ostream& out, const result::Described& described)
      : out_(out), described_(described), columns_(result::columns_of(described.form)) {}

  void header() {
    for (const Column& column : columns_) {
      out_ << (&column == &columns_.front() ? "" : ",") << column.name;
    }
    out_ << '\n';
  }

  void all() {
    const std::vector<Node>& nodes = described_.form.nodes;
    const Node* rows = result::rows_of(nodes);
    std::vector<std::string> cells;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (has_cells(nodes[i])) {
        add(nodes[i], described_.get(i, Medium::csv), cells);
      }
    }
    if (rows == nullptr) {
      return line(cells);
    }
    const auto field = static_cast<std::size_t>(rows - nodes.data());
    if (rows->as.lines) {
      for (std::size_t i = 0; i < described_.count(field); ++i) {
        object(rows->parts, described_.element(field, i, Medium::csv), cells);
      }
      return;
    }
    const Value list = described_.get(field, Medium::csv);
    for (const Value& element : list.list()) {
      object(rows->parts, element, cells);
    }
  }

 private:
  static bool has_cells(const Node& node) { return node.is_in(Medium::csv) && !node.is_list_of_objects(); }

  /// An object of a list, and its own lines if it has such a list.
  void object(const std::vector<Node>& fields, const Value& value, std::vector<std::string>& cells) {
    const std::size_t before = cells.size();
    const std::vector<Value>& values = value.list();
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (has_cells(fields[i])) {
        add(fields[i], values[i], cells);
      }
    }
    if (const Node* rows = result::rows_of(fields)) {
      for (const Value& element : values[static_cast<std::size_t>(rows - fields.data())].list()) {
        object(rows->parts, element, cells);
      }
    } else {
      line(cells);
    }
    cells.resize(before);
  }

  static void add(const Node& node, const Value& value, std::vector<std::string>& cells) {
    const auto element = [&](std::size_t i) { return value.is_nothing() ? Value{} : value.list()[i]; };
    if (node.shape.type == result::Type::object) {
      for (std::size_t i = 0; i < node.parts.size(); ++i) {
        if (has_cells(node.parts[i])) {
          add(node.parts[i], element(i), cells);
        }
      }
    } else if (node.shape.range || (!node.as.column.empty() && node.shape.length > 0)) {
      for (std::size_t i = 0; i < node.shape.length; ++i) {
        cells.push_back(cell(element(i)));
      }
    } else {
      cells.push_back(cell(value));
    }
  }

  void line(const std::vector<std::string>& cells) {
    text_.clear();
    for (const Column& column : columns_) {
      text_.append(cells[column.cell]).append(1, ',');
    }
    text_.back() = '\n';
    out_ << text_;
  }

  std::ostream& out_;
  const result::Described& described_;
  std::vector<Column> columns_;
  std::string text_;  // of a line
};

}  // namespace

void write(std::ostream& out, const format::Csv& format, const result::Described& described) {
  Lines lines(out, described);
  if (format.first) {
    lines.header();
  }
  lines.all();
}

}  // namespace warpshop::report
