#include "sim/model/format.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace warpshop::format {
namespace {

template <std::size_t... kIndices>
std::vector<Any> every(std::index_sequence<kIndices...> /*indices*/) {
  return {Any(std::in_place_index<kIndices>)...};
}

std::vector<Any> every() {
  return every(std::make_index_sequence<std::variant_size_v<Any>>());
}

std::string_view name_of(const Any& format) {
  return std::visit([](const auto& one) { return one.kName; }, format);
}

}  // namespace

std::vector<std::string_view> names() {
  std::vector<std::string_view> names;
  for (const Any& format : every()) {
    names.push_back(name_of(format));
  }
  return names;
}

std::string help() {
  std::string text;
  for (const Any& format : every()) {
    std::visit(
        [&](const auto& one) {
          text += (text.empty() ? "" : ", ") + std::string{one.kName} + " (" + std::string{one.kHelp} + ')';
        },
        format);
  }
  return text;
}

bool is_opening(std::string_view text) {
  const std::vector<Any> formats = every();
  return std::any_of(formats.begin(), formats.end(), [&](const Any& format) {
    const std::string_view opening = std::visit([](const auto& one) { return one.kOpening; }, format);
    return !opening.empty() && text.starts_with(opening);
  });
}

Any named(std::string_view name) {
  for (const Any& format : every()) {
    if (name_of(format) == name) {
      return format;
    }
  }
  return {};
}

}  // namespace warpshop::format
