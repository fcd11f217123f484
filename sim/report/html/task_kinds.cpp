#include "sim/report/html/task_kinds.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace warpshop::report::html {
namespace {

/// `resize` of `resize#2`.
std::string_view without_repeat(std::string_view name) {
  const std::size_t mark = name.rfind('#');
  const bool numbered = mark != std::string_view::npos && mark > 0 && mark + 1 < name.size() &&
                        std::all_of(name.begin() + static_cast<std::ptrdiff_t>(mark) + 1, name.end(),
                                    [](char c) { return c >= '0' && c <= '9'; });
  return numbered ? name.substr(0, mark) : name;
}

}  // namespace

std::string_view kind_colour(std::size_t number) {
  constexpr std::array<std::string_view, kKindColours> kColours{"k0", "k1", "k2", "k3", "k4", "k5", "k6", "k7"};
  return kColours[number % kKindColours];
}

std::string_view TaskKinds::colour(std::uint32_t task) const {
  return kind_colour(of_task[task]);
}

TaskKinds task_kinds(std::span<const std::string> task_names) {
  TaskKinds kinds;
  std::unordered_map<std::string_view, std::uint32_t> known;
  kinds.of_task.reserve(task_names.size());
  for (const std::string& name : task_names) {
    const std::string_view kind = without_repeat(name);
    const auto [found, is_new] = known.try_emplace(kind, static_cast<std::uint32_t>(kinds.names.size()));
    if (is_new) {
      kinds.names.emplace_back(kind);
    }
    kinds.of_task.push_back(found->second);
  }
  return kinds;
}

}  // namespace warpshop::report::html
