#include "sim/model/format.hpp"

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

Any named(std::string_view name) {
  for (const Any& format : every()) {
    if (name_of(format) == name) {
      return format;
    }
  }
  return {};
}

}  // namespace warpshop::format
