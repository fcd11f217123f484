#include "sim/result/kinds.hpp"

#include <algorithm>
#include <array>

namespace warpshop::result {
namespace {

std::vector<std::string_view> split(std::string_view names) {
  std::vector<std::string_view> parts;
  while (!names.empty()) {
    const std::size_t end = std::min(names.find(','), names.size());
    parts.push_back(names.substr(0, end));
    names.remove_prefix(std::min(end + 1, names.size()));
  }
  return parts;
}

using Names = std::vector<std::string>;

void add_columns(const std::vector<Node>& nodes, const std::string& before, const Names& names,
                 std::vector<Column>& columns) {
  for (const Node& node : nodes) {
    if (!node.is_in(Medium::csv) || node.is_list_of_objects()) {
      continue;
    }
    const auto add = [&](std::string_view name) {
      columns.push_back({.name = std::string(name), .node = &node, .cell = columns.size()});
    };
    const std::string tag = before + std::string(node.tag);
    if (node.shape.type == Type::object) {
      add_columns(node.parts, node.as.flat ? "" : tag + '_', names, columns);
    } else if (node.as.named && !names.empty()) {
      std::for_each(names.begin(), names.end(), add);
    } else if (!node.as.column.empty()) {
      const std::vector<std::string_view> all = split(node.as.column);
      std::for_each(all.begin(), all.end(), add);
    } else if (node.shape.range) {
      const std::string stem = tag.substr(0, tag.rfind("range_"));
      add(stem + "low" + tag.substr(tag.rfind('_')));
      add(stem + "high" + tag.substr(tag.rfind('_')));
    } else {
      add(tag);
    }
  }
  if (const Node* rows = rows_of(nodes)) {
    add_columns(rows->parts, "", names, columns);
  }
}

}  // namespace

std::string_view unit_of(std::string_view tag) {
  struct Unit {
    std::string_view end;
    std::string_view unit;
  };
  static constexpr std::array<Unit, 8> kUnits{{{"_us_per_task", "us a task"},
                                               {"_bytes_per_s", "bytes per second"},
                                               {"_per_s", "a second"},
                                               {"_ms", "ms"},
                                               {"_us", "us"},
                                               {"_bytes", "bytes"},
                                               {"_j", "J"},
                                               {"_w", "W"}}};
  const auto* found =
      std::find_if(kUnits.begin(), kUnits.end(), [&](const Unit& each) { return tag.ends_with(each.end); });
  return found == kUnits.end() ? "" : found->unit;
}

std::vector<Column> columns_of(const Form& form, const Names& names) {
  std::vector<Column> columns;
  add_columns(form.nodes, "", names, columns);
  const std::vector<std::string_view> first = split(form.first_columns);
  const auto place = [&](const Column& column) {
    return std::find(first.begin(), first.end(), column.node->as.named ? column.node->tag : column.name);
  };
  std::stable_sort(columns.begin(), columns.end(),
                   [&](const Column& a, const Column& b) { return place(a) < place(b); });
  return columns;
}

const Node* rows_of(const std::vector<Node>& nodes) {
  const auto found = std::find_if(nodes.begin(), nodes.end(),
                                  [](const Node& node) { return node.as.rows && node.is_in(Medium::csv); });
  return found == nodes.end() ? nullptr : &*found;
}

namespace {

template <class... Results>
std::vector<const Form*> forms_of() {
  return {&kind_of(static_cast<const Results*>(nullptr)).form()...};
}

}  // namespace

std::vector<const Form*> forms() {
  return forms_of<Comparison, ClientComparison, ClientRunResult, ClientSweep, ClientTimeline, ImportedSeries,
                  ListedDevices, PairTable, Placing, RecordedReplay, Run, Service, Simulation, SplitComparison, Sweep,
                  SweepRows, JudgedValidation>();
}

}  // namespace warpshop::result
