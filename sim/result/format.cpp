#include "sim/result/format.hpp"

#include <cstddef>

namespace warpshop::format {
namespace {

/// take(format) for each of them, in the order of Any.
template <std::size_t kIndex = 0>
void each(const auto& take) {
  if constexpr (kIndex < std::variant_size_v<Any>) {
    take(std::variant_alternative_t<kIndex, Any>{});
    each<kIndex + 1>(take);
  }
}

}  // namespace

std::vector<std::string_view> names() {
  std::vector<std::string_view> names;
  each([&](const auto& format) { names.push_back(format.kName); });
  return names;
}

std::string help() {
  std::string text;
  each([&](const auto& format) {
    text += (text.empty() ? "" : ", ") + std::string{format.kName} + " (" + std::string{format.kHelp} + ')';
  });
  return text;
}

bool is_opening(std::string_view text) {
  bool found = false;
  each([&](const auto& format) { found = found || (!format.kOpening.empty() && text.starts_with(format.kOpening)); });
  return found;
}

Any named(std::string_view name) {
  Any found;
  each([&](const auto& format) { found = format.kName == name ? Any(format) : found; });
  return found;
}

}  // namespace warpshop::format
