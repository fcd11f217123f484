#include "sim/report/shown_table.hpp"

#include <algorithm>
#include <numeric>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/args.h>
#include <fmt/format.h>

#include "sim/report/decimals.hpp"
#include "sim/report/percent.hpp"

namespace warpshop::report {
namespace {

using result::Medium;
using result::Node;
using result::Value;

/// A field that is shown, and where its value is among those of an element: which, and which part of that, ….
struct ShownField {
  const Node* node;
  std::vector<std::size_t> path;
};

void find_shown(const std::vector<Node>& nodes, const std::vector<std::size_t>& path, std::vector<ShownField>& shown) {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    std::vector<std::size_t> place = path;
    place.push_back(i);
    if (nodes[i].as.shown) {
      shown.push_back({&nodes[i], std::move(place)});
    } else if (nodes[i].shape.type == result::Type::object) {
      find_shown(nodes[i].parts, place, shown);
    }
  }
}

Value value_at(const Value& element, const std::vector<std::size_t>& path) {
  const Value* value = &element;
  for (const std::size_t place : path) {
    if (value->is_nothing()) {
      break;
    }
    value = &value->list()[place];
  }
  return *value;
}

std::string number_text(double value, std::string_view format) {
  if (format == "{:.1f} %") {
    return percent(value);
  }
  if (format == "{:+.1f} %") {
    return signed_percent(value) + " %";
  }
  return format == "~3" ? rounded(value, 3) : fmt::format(fmt::runtime(format), value);
}

std::string text_of(const Value& value, const Node& node) {
  return std::visit(
      [&](const auto& is) -> std::string {
        using Is = std::remove_cvref_t<decltype(is)>;
        if constexpr (std::is_same_v<Is, std::monostate> || std::is_same_v<Is, std::nullptr_t>) {
          return std::string(node.as.none);
        } else if constexpr (std::is_same_v<Is, double>) {
          return number_text(is, node.as.show);
        } else if constexpr (std::is_same_v<Is, std::vector<Value>>) {
          if (std::count(node.as.show.begin(), node.as.show.end(), '{') > 1) {
            fmt::dynamic_format_arg_store<fmt::format_context> numbers;
            for (const Value& element : is) {
              numbers.push_back(std::get<double>(element.is));
            }
            return fmt::vformat(node.as.show, numbers);
          }
          std::string text;
          for (const Value& element : is) {
            text += (&element == is.data() ? "" : node.shape.range ? " … " : ", ") + text_of(element, node);
          }
          return text;
        } else {
          return fmt::format(fmt::runtime(node.as.show), is);
        }
      },
      value.is);
}

/// Which field a list of objects is.
std::size_t list_of(const std::vector<Node>& nodes, std::string_view tag) {
  const auto found = std::find_if(nodes.begin(), nodes.end(),
                                  [&](const Node& node) { return node.tag == tag && node.is_list_of_objects(); });
  return static_cast<std::size_t>(found - nodes.begin());
}

/// So many elements from the first on, or of `rows`.
TextTable table_of(const result::Described& of, std::size_t field, std::size_t count, const std::uint32_t* rows) {
  std::vector<ShownField> shown;
  find_shown(of.form.nodes[field].parts, {}, shown);
  TextTable table;
  std::vector<bool> says(shown.size(), false);
  for (const ShownField& each : shown) {
    std::string title(each.node->as.title.empty() ? each.node->tag : each.node->as.title);
    std::replace(title.begin(), title.end(), '_', ' ');
    const bool left = (each.node->shape.type == result::Type::text && !each.node->as.right) || each.node->as.names;
    table.column(std::move(title), left ? Align::left : Align::right,
                 {.drop = each.node->as.drop, .wraps = each.node->as.wraps, .names = each.node->as.names});
  }
  for (std::size_t row = 0; row < shown_rows(count); ++row) {
    const std::size_t element = rows == nullptr ? row : rows[row];
    of.elements(field, element, element + 1, Medium::table, [&](const Value& values) {
      std::vector<std::string> cells;
      bool marks = false;
      for (std::size_t i = 0; i < shown.size(); ++i) {
        const Value value = value_at(values, shown[i].path);
        if (shown[i].node->as.marks) {
          marks = std::get<bool>(value.is);
          cells.emplace_back();
        } else {
          says[i] = says[i] || !value.is_nothing() || shown[i].node->as.null;
          cells.push_back(text_of(value, *shown[i].node));
        }
      }
      table.row(std::move(cells), marks);
    });
  }
  std::vector<TextTable::Column> that_say;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if (says[i] || (count == 0 && !shown[i].node->as.marks)) {
      that_say.push_back(std::move(table.columns[i]));
    }
  }
  table.columns = std::move(that_say);
  table.left_out = count - shown_rows(count);
  return table;
}

}  // namespace

std::size_t shown_rows(std::size_t rows) {
  constexpr std::size_t kMost = 120;
  return std::min(kMost, rows);
}

TextTable shown_table(const result::Described& of, std::string_view list) {
  const std::size_t field = list_of(of.form.nodes, list);
  return table_of(of, field, of.count(field), nullptr);
}

TextTable shown_table(const result::Described& of, std::string_view list, std::span<const std::uint32_t> rows) {
  return table_of(of, list_of(of.form.nodes, list), rows.size(), rows.data());
}

void add_rows(TextTable& table, TextTable more) {
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    more.columns[i].cells.insert(more.columns[i].cells.begin(), table.columns[i].cells.begin(),
                                 table.columns[i].cells.end());
  }
  more.marked.insert(more.marked.begin(), table.marked.begin(), table.marked.end());
  more.left_out += table.left_out;
  table = std::move(more);
}

void add_column(TextTable& table, TextTable::Column column, const std::function<std::string(std::size_t row)>& cell,
                std::size_t place) {
  for (std::size_t row = 0; row < table.rows(); ++row) {
    column.cells.push_back(cell(row));
  }
  const auto before = table.columns.begin() + static_cast<std::ptrdiff_t>(std::min(place, table.columns.size()));
  table.columns.insert(before, std::move(column));
}

}  // namespace warpshop::report
