#include "sim/study/given_order.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <optional>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/model/error.hpp"

namespace warpshop::study {
namespace {

using Positions = std::unordered_map<std::string_view, std::uint32_t>;

constexpr std::string_view kSpace = " \t\r\n";
constexpr std::array kSeparators{',', '>', '-'};

[[noreturn]] void fail(const std::string& what, std::size_t tasks) {
  throw InputError("--order: " + what + ", expected every position from 0 to " + std::to_string(tasks - 1) +
                   " once, like 1,2,0,3, or every task by name");
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kSpace);
  return first == std::string_view::npos ? "" : text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

/// Names that a terminal has broken at a space are whole again.
std::string with_single_spaces(std::string_view text) {
  std::string whole;
  for (const char character : text) {
    const bool space = kSpace.find(character) != std::string_view::npos;
    if (!space || !whole.ends_with(' ')) {
      whole += space ? ' ' : character;
    }
  }
  return whole;
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

/// A list cut at one kind of separator.
struct List {
  std::vector<std::string_view> entries;
  bool names_first = false;  ///< before positions
};

List list_at(std::string_view text, char separator) {
  List list;
  while (true) {
    const std::size_t bar = std::min(text.find(" | "), text.size());
    const std::size_t end = std::min({text.find(separator), bar, text.size()});
    list.entries.push_back(text.substr(0, end));
    if (end == text.size()) {
      break;
    }
    text.remove_prefix(end + (end == bar ? std::string_view(" | ").size() : 1));
  }
  // What tables print are names; in 2,1,0 numbers are positions.
  list.names_first = separator != ',' || !std::all_of(list.entries.begin(), list.entries.end(),
                                                      [](auto entry) { return is_number(trimmed(entry)); });
  return list;
}

/// Positions between commas, spaces or both, whatever tasks are called.
List positions_apart(std::string_view text) {
  List list;
  for (const std::string_view part : list_at(text, ',').entries) {
    std::string_view rest = trimmed(part);
    do {
      const std::size_t end = std::min(rest.find_first_of(kSpace), rest.size());
      list.entries.push_back(rest.substr(0, end));
      rest = trimmed(rest.substr(end));
    } while (!rest.empty());
  }
  return list;
}

class Tasks {
 public:
  explicit Tasks(const std::vector<std::string>& names) : size_(names.size()) {
    for (std::uint32_t position = 0; position < names.size(); ++position) {
      by_name_.emplace(names[position], position);
    }
  }

  std::size_t size() const { return size_; }

  std::optional<std::uint32_t> find(std::string_view entry, bool names_first) const {
    const auto named = names_first ? position_of(entry) : std::nullopt;
    return named ? named : as_position(trimmed(entry), size_);
  }

  /// Cut at the first separator that leaves nothing unknown; where there is none, as complaints had best see it.
  List list(std::string_view text) const {
    std::optional<List> present;
    for (const char separator : kSeparators) {
      List list = list_at(text, separator);
      if (std::all_of(list.entries.begin(), list.entries.end(),
                      [&](auto entry) { return find(entry, list.names_first); })) {
        return list;
      }
      if (!present && list.entries.size() > 1) {
        present = std::move(list);
      }
    }
    if (text.find_first_not_of("0123456789, \t\r\n") == std::string_view::npos) {
      return positions_apart(text);
    }
    return present ? *present : list_at(text, ',');
  }

 private:
  std::optional<std::uint32_t> position_of(std::string_view entry) const {
    auto named = by_name_.find(entry);
    if (named == by_name_.end()) {
      named = by_name_.find(trimmed(entry));
    }
    if (named == by_name_.end()) {
      named = by_name_.find(with_single_spaces(trimmed(entry)));
    }
    return named == by_name_.end() ? std::nullopt : std::optional(named->second);
  }

  std::size_t size_;
  Positions by_name_;
};

/// One list of tasks, none of which has been `seen` yet.
Order parse_part(std::string_view text, const Tasks& tasks, std::vector<bool>& seen) {
  if (text.find("… ") != std::string_view::npos) {
    fail("the order is cut short, as a table on a terminal shows it; -o, json and csv have it whole", tasks.size());
  }
  const List list = tasks.list(text);
  Order order;
  for (const std::string_view entry : list.entries) {
    const auto position = tasks.find(entry, list.names_first);
    if (!position) {
      fail("'" + std::string(trimmed(entry)) +
               (list.names_first ? "' is neither a task nor a position" : "' is not a position"),
           tasks.size());
    }
    if (seen[*position]) {
      fail("'" + std::string(trimmed(entry)) + "' appears twice", tasks.size());
    }
    seen[*position] = true;
    order.push_back(*position);
  }
  return order;
}

/// Takes `streams: ` off the front.
bool take_streams(std::string_view& text) {
  constexpr std::string_view kMark = "streams:";
  const bool marked = text.starts_with(kMark);
  text = trimmed(text.substr(marked ? kMark.size() : 0));
  return marked;
}

/// Whether it is `2 gates)`.
bool counts_gates(std::string_view text) {
  const std::size_t digits = text.find_first_not_of("0123456789");
  return digits != 0 && digits != std::string_view::npos &&
         (text.substr(digits) == " gate)" || text.substr(digits) == " gates)");
}

/// `1:0 3:2`.
std::vector<Gate> parse_gates(std::string_view text, std::size_t tasks) {
  std::vector<Gate> gates;
  for (text = trimmed(text); !text.empty();) {
    const std::string_view pair = text.substr(0, std::min(text.find_first_of(kSpace), text.size()));
    const std::size_t colon = std::min(pair.find(':'), pair.size());
    const auto d2h = as_position(pair.substr(0, colon), tasks);
    const auto h2d = as_position(pair.substr(std::min(colon + 1, pair.size())), tasks);
    if (!d2h || !h2d) {
      throw InputError("--order: '" + std::string(pair) +
                       "' is no gate, expected two positions like 1:0, the copy out of 1 waits for the copy in of 0");
    }
    gates.push_back({.d2h = *d2h, .h2d = *h2d});
    text = trimmed(text.substr(pair.size()));
  }
  return gates;
}

/// Takes ` (gates 1:0 3:2)` or ` (2 gates)` off the end.
void take_gates(std::string_view& text, std::size_t tasks, GivenOrder& given) {
  constexpr std::string_view kMark = "gates ";
  const std::size_t open = text.rfind('(');
  if (open == std::string_view::npos || open == 0 || kSpace.find(text[open - 1]) == std::string_view::npos) {
    return;
  }
  const std::string inner = with_single_spaces(text.substr(open + 1));
  if (inner.starts_with(kMark) && inner.ends_with(')')) {
    given.gates = parse_gates(std::string_view(inner).substr(kMark.size(), inner.size() - kMark.size() - 1), tasks);
  } else if (counts_gates(inner)) {
    given.gates_unsaid = true;
  } else {
    return;
  }
  text = trimmed(text.substr(0, open));
}

/// Which device `titanx#1: …` begins with, and takes that off.
std::optional<std::size_t> take_device(std::string_view& text, const std::vector<std::string>& fleet) {
  for (std::size_t device = 0; device < fleet.size(); ++device) {
    if (text.starts_with(fleet[device]) && text.substr(fleet[device].size()).starts_with(':')) {
      text = trimmed(text.substr(fleet[device].size() + 1));
      return device;
    }
  }
  return std::nullopt;
}

/// `titanx#1: …; titanx#2: …`, by device; those that are not named get nothing. Nothing: it is not written so.
std::optional<std::vector<std::string_view>> split_by_device(std::string_view text,
                                                             const std::vector<std::string>& fleet) {
  std::optional<std::size_t> device = take_device(text, fleet);
  if (!device) {
    return std::nullopt;
  }
  std::vector<std::string_view> parts(fleet.size());
  while (device) {
    std::optional<std::size_t> next;
    std::string_view own = text;
    for (std::size_t end = text.find(';'); end != std::string_view::npos && !next; end = text.find(';', end + 1)) {
      std::string_view rest = trimmed(text.substr(end + 1));
      if (next = take_device(rest, fleet); next) {
        own = text.substr(0, end);
        text = rest;
        break;
      }
    }
    if (!parts[*device].empty()) {
      throw InputError("--order: " + fleet[*device] + " appears twice, expected each device once");
    }
    parts[*device] = trimmed(own);
    device = next;
  }
  return parts;
}

/// `box#1` and `box#2` of `box#1: …; box#2: …`. Empty: that does not look like parts of devices, or a task is called
/// so.
std::vector<std::string> named_devices(std::string_view text, const std::vector<std::string>& task_names) {
  std::vector<std::string> names;
  while (true) {
    const std::size_t end = std::min(text.find(';'), text.size());
    const std::string_view part = trimmed(text.substr(0, end));
    const std::size_t colon = part.find(':');
    if (colon == 0 || colon == std::string_view::npos ||
        (colon + 1 < part.size() && kSpace.find(part[colon + 1]) == std::string_view::npos)) {
      return {};
    }
    const std::string_view marked = part.substr(0, colon + 1);
    if (marked.find_first_of(",>|") != std::string_view::npos ||
        std::any_of(task_names.begin(), task_names.end(), [&](const auto& task) { return task.starts_with(marked); })) {
      return {};
    }
    names.push_back(with_single_spaces(marked.substr(0, colon)));
    if (end == text.size()) {
      return names;
    }
    text.remove_prefix(end + 1);
  }
}

/// What cannot be read may be a plan for other devices than those at hand: then throws InputError.
void check_devices(std::string_view text, const std::vector<std::string>& task_names,
                   const std::vector<std::string>& fleet) {
  const std::vector<std::string> named = named_devices(text, task_names);
  const bool all_here = std::all_of(named.begin(), named.end(), [&](const std::string& name) {
    return fleet.size() > 1 && std::find(fleet.begin(), fleet.end(), name) != fleet.end();
  });
  if (all_here) {
    return;
  }
  const std::string plan = fmt::format("--order: this plan is for {}, but ", fmt::join(named, ", "));
  if (fleet.size() > 1) {
    throw InputError(fmt::format("{}the devices here are {}, expected parts of these", plan, fmt::join(fleet, ", ")));
  }
  throw InputError(plan + "there is one device here" + (fleet.empty() ? "" : ", " + fleet.front()) +
                   ", expected an order without devices");
}

void parse_parts(std::string_view text, const Tasks& tasks, const std::vector<std::string>& fleet, GivenOrder& given) {
  std::vector<bool> seen(tasks.size(), false);
  std::size_t placed = 0;
  const auto parts = fleet.size() > 1 ? split_by_device(text, fleet) : std::nullopt;
  if (parts) {
    given.by_device = true;
    for (const std::string_view part : *parts) {
      given.parts.push_back(part.empty() ? Order{} : parse_part(part, tasks, seen));
      placed += given.parts.back().size();
    }
  } else {
    given.parts.push_back(parse_part(text, tasks, seen));
    placed = given.parts.back().size();
  }
  if (placed != tasks.size()) {
    fail(std::to_string(placed) + " of " + std::to_string(tasks.size()) + " tasks are given", tasks.size());
  }
}

}  // namespace

GivenOrder parse_order(std::string_view text, const std::vector<std::string>& task_names,
                       const std::vector<std::string>& fleet) {
  const Tasks tasks(task_names);
  GivenOrder given;
  text = trimmed(text);
  given.streams = take_streams(text);
  take_gates(text, tasks.size(), given);
  try {
    parse_parts(text, tasks, fleet, given);
  } catch (const InputError&) {
    check_devices(text, task_names, fleet);
    throw;
  }
  return given;
}

}  // namespace warpshop::study
