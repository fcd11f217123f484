#include "sim/model/point_range.hpp"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <numeric>

namespace warpshop {
namespace {

constexpr std::uint64_t kMostShards = 1'000'000;

std::optional<std::uint64_t> whole(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

}  // namespace

PointRange Shard::part_of(std::uint64_t points) const {
  assert(1 <= number && number <= of);
  // points / of · n, and the rest spread over the first: nothing overflows
  const auto start = [&](std::uint64_t n) { return points / of * n + std::min(points % of, n); };
  return {.first = start(number - 1), .end = start(number)};
}

std::optional<Shard> parse_shard(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) {
    return std::nullopt;
  }
  const auto number = whole(text.substr(0, slash));
  const auto of = whole(text.substr(slash + 1));
  if (!number || !of || *number < 1 || *number > *of || *of > kMostShards) {
    return std::nullopt;
  }
  return Shard{.number = *number, .of = *of};
}

std::vector<PointRange> left_of(PointRange range, std::vector<PointRange> done) {
  std::sort(done.begin(), done.end(), [](const PointRange& a, const PointRange& b) { return a.first < b.first; });
  std::vector<PointRange> left;
  for (const PointRange& each : done) {
    if (each.first > range.first && range.first < range.end) {
      left.push_back({.first = range.first, .end = std::min(each.first, range.end)});
    }
    range.first = std::max(range.first, each.end);
  }
  if (range.first < range.end) {
    left.push_back(range);
  }
  return left;
}

std::uint64_t count_of(const std::vector<PointRange>& ranges) {
  return std::accumulate(ranges.begin(), ranges.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const PointRange& range) { return sum + range.count(); });
}

}  // namespace warpshop
