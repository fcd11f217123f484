#include "cli/given_order.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "sim/model/error.hpp"

namespace warpshop::cli {
namespace {

using Positions = std::unordered_map<std::string_view, std::uint32_t>;

[[noreturn]] void fail(const std::string& what, std::size_t tasks) {
  throw InputError("--order: " + what + ", expected every position from 0 to " + std::to_string(tasks - 1) +
                   " once, like 1,2,0,3, or every task by name");
}

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> entries;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t comma = std::min(text.find(',', start), text.size());
    entries.push_back(text.substr(start, comma - start));
    start = comma + 1;
  }
  return entries;
}

bool is_number(std::string_view entry) {
  return std::all_of(entry.begin(), entry.end(), [](char character) { return character >= '0' && character <= '9'; });
}

std::optional<std::uint32_t> as_position(std::string_view entry, std::size_t tasks) {
  std::uint32_t position = 0;
  const char* end = entry.data() + entry.size();
  const auto [stop, error] = std::from_chars(entry.data(), end, position);
  return error == std::errc{} && stop == end && position < tasks ? std::optional(position) : std::nullopt;
}

/// Where entries are not all numbers, a name goes before a position.
Positions positions_by_name(const std::vector<std::string_view>& entries, const std::vector<std::string>& task_names) {
  Positions positions;
  if (!std::all_of(entries.begin(), entries.end(), is_number)) {
    for (std::uint32_t position = 0; position < task_names.size(); ++position) {
      positions.emplace(task_names[position], position);
    }
  }
  return positions;
}

}  // namespace

Order parse_order(std::string_view text, const std::vector<std::string>& task_names) {
  const std::size_t tasks = task_names.size();
  const std::vector<std::string_view> entries = split(text);
  const Positions by_name = positions_by_name(entries, task_names);
  Order order;
  std::vector<bool> seen(tasks, false);
  for (const std::string_view entry : entries) {
    const auto named = by_name.find(entry);
    const auto position = named != by_name.end() ? std::optional(named->second) : as_position(entry, tasks);
    if (!position) {
      fail("'" + std::string(entry) + (by_name.empty() ? "' is not a position" : "' is neither a task nor a position"),
           tasks);
    }
    if (seen[*position]) {
      fail("'" + std::string(entry) + "' appears twice", tasks);
    }
    seen[*position] = true;
    order.push_back(*position);
  }
  if (order.size() != tasks) {
    fail(std::to_string(order.size()) + " of " + std::to_string(tasks) + " tasks are given", tasks);
  }
  return order;
}

}  // namespace warpshop::cli
