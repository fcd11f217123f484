#include "cli/budget.hpp"

#include <cstdint>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "sim/model/error.hpp"
#include "sim/model/quantity.hpp"

namespace warpshop::cli {
namespace {

constexpr std::int64_t kMostEvaluations = 1'000'000'000'000'000;

std::optional<std::int64_t> parse_count(std::string_view text) {
  const auto quantity = parse_quantity(text);
  return quantity && quantity->unit.empty() ? to_whole(*quantity) : std::nullopt;
}

}  // namespace

Budget parse_budget(std::string_view text) {
  const std::optional<std::int64_t> count = parse_count(text);
  if (count && *count > 0 && *count <= kMostEvaluations) {
    return {.evaluations = count};
  }
  const std::optional<Millis> time = parse_duration(text);
  if (time && *time > Millis{0}) {
    return {.time = time};
  }
  throw InputError("--budget: '" + std::string(text) +
                   "' is no budget, expected a number of orders, 1 to 1e15, or a time, such as 5ms");
}

std::string budget_text(const Budget& budget) {
  if (budget.time) {
    return fmt::format("{} ms", budget.time->count());
  }
  return budget.evaluations ? std::to_string(*budget.evaluations) : "";
}

}  // namespace warpshop::cli
