#include "cli/given_order.hpp"

#include <charconv>
#include <string>
#include <vector>

#include "sim/model/error.hpp"

namespace warpshop::cli {
namespace {

[[noreturn]] void fail(const std::string& what, std::size_t tasks) {
  throw InputError("--order: " + what + ", expected every position from 0 to " + std::to_string(tasks - 1) +
                   " once, like 1,2,0,3");
}

std::uint32_t parse_position(std::string_view entry, std::size_t tasks) {
  std::uint32_t position = 0;
  const char* end = entry.data() + entry.size();
  const auto [stop, error] = std::from_chars(entry.data(), end, position);
  if (error != std::errc{} || stop != end || position >= tasks) {
    fail("'" + std::string(entry) + "' is not a position", tasks);
  }
  return position;
}

}  // namespace

Order parse_order(std::string_view text, std::size_t tasks) {
  Order order;
  std::vector<bool> seen(tasks, false);
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t comma = std::min(text.find(',', start), text.size());
    const std::uint32_t position = parse_position(text.substr(start, comma - start), tasks);
    if (seen[position]) {
      fail("position " + std::to_string(position) + " appears twice", tasks);
    }
    seen[position] = true;
    order.push_back(position);
    start = comma + 1;
  }
  if (order.size() != tasks) {
    fail(std::to_string(order.size()) + " of " + std::to_string(tasks) + " positions are given", tasks);
  }
  return order;
}

}  // namespace warpshop::cli
