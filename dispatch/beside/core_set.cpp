#include "dispatch/beside/core_set.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <numeric>
#include <system_error>

namespace warpshop::dispatch {
namespace {

/// A number at the beginning, which it is cut off.
std::optional<std::size_t> take_number(std::string_view& text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || number >= CoreSet::kMost) {
    return {};
  }
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

CoreSet part_of(const CoreSet& of, std::size_t first, std::size_t end) {
  const std::vector<std::size_t> cores = of.cores();
  CoreSet part;
  for (std::size_t i = first; i < std::min(end, cores.size()); ++i) {
    part.add(cores[i]);
  }
  return part;
}

}  // namespace

std::size_t CoreSet::count() const {
  return std::accumulate(words_.begin(), words_.end(), std::size_t{0}, [](std::size_t sum, Word word) {
    return sum + static_cast<std::size_t>(std::popcount(word));
  });
}

std::vector<std::size_t> CoreSet::cores() const {
  std::vector<std::size_t> cores;
  cores.reserve(count());
  for (std::size_t core = 0; core < kMost; ++core) {
    if (has(core)) {
      cores.push_back(core);
    }
  }
  return cores;
}

CoreSet first_cores(const CoreSet& of, std::size_t count) {
  return part_of(of, 0, count);
}

CoreSet cores_behind(const CoreSet& of, std::size_t count) {
  return part_of(of, count, CoreSet::kMost);
}

std::optional<CoreSet> parse_cores(std::string_view text) {
  CoreSet set;
  for (;;) {
    const auto first = take_number(text);
    auto last = first;
    if (first && text.starts_with('-')) {
      text.remove_prefix(1);
      last = take_number(text);
    }
    if (!first || !last || *last < *first) {
      return {};
    }
    for (std::size_t core = *first; core <= *last; ++core) {
      set.add(core);
    }
    if (text.empty()) {
      return set;
    }
    if (!text.starts_with(',')) {
      return {};
    }
    text.remove_prefix(1);
  }
}

}  // namespace warpshop::dispatch
