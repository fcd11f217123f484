#include "sim/io/import/torch_copy.hpp"

#include <algorithm>

namespace warpshop::io {
namespace {

/// Where a copy starts or ends: H host, D device or array, P one of two GPUs; 0 unknown.
struct NamedEnds {
  char from = 0;
  char to = 0;
};

char end_of(char letter) {
  return letter == 'A' ? 'D' : letter;
}

char end_of(std::string_view memory) {
  if (memory.starts_with("Pageable") || memory.starts_with("Pinned")) {
    return 'H';
  }
  return memory.starts_with("Device") || memory.starts_with("Array") ? 'D' : '\0';
}

std::optional<Memory> memory_of(std::string_view memory) {
  if (memory.starts_with("Pageable")) {
    return Memory::pageable;
  }
  return memory.starts_with("Pinned") ? std::optional{Memory::pinned} : std::nullopt;
}

std::optional<CommandKind> kind_of(const NamedEnds& ends, bool migrates) {
  if (ends.from == 'P') {
    return CommandKind::peer;
  }
  if (ends.from == 'D' && ends.to == 'D') {
    return CommandKind::d2d;
  }
  if (ends.from == 'H') {
    return migrates ? CommandKind::migration_h2d : CommandKind::h2d;
  }
  return migrates ? CommandKind::migration_d2h : CommandKind::d2h;
}

}  // namespace

std::optional<TorchCopy> torch_copy(std::string_view name) {
  constexpr std::string_view kCopy = "Memcpy ";
  constexpr std::string_view kArrow = " -> ";
  const std::size_t copy = name.find(kCopy);
  if (copy == std::string_view::npos) {
    return std::nullopt;
  }
  const bool migrates = name.substr(0, copy).find("Unified") != std::string_view::npos;
  std::string_view rest = name.substr(copy + kCopy.size());
  const std::string_view direction = rest.substr(0, rest.find(' '));
  rest.remove_prefix(direction.size());
  const std::size_t arrow = std::min(rest.find(kArrow), rest.size());
  const std::string_view from = rest.substr(0, arrow).starts_with(" (") ? rest.substr(2, arrow - 2) : "";
  const std::string_view to = arrow < rest.size() ? rest.substr(arrow + kArrow.size()) : "";
  NamedEnds ends;
  if (direction.size() == 4 && direction.substr(1, 2) == "to") {
    ends = {end_of(direction.front()), end_of(direction.back())};
  } else {
    ends = {end_of(from), end_of(to)};
  }
  constexpr std::string_view kEnds = "HDP";
  if (kEnds.find(ends.from) == std::string_view::npos || kEnds.find(ends.to) == std::string_view::npos ||
      (ends.from == 'P') != (ends.to == 'P')) {
    return std::nullopt;
  }
  if (ends.from == 'H' && ends.to == 'H') {
    return TorchCopy{};
  }
  TorchCopy result{.kind = kind_of(ends, migrates)};
  if (ends.from == 'H' || ends.to == 'H') {
    result.memory = memory_of(ends.from == 'H' ? from : to);
  }
  return result;
}

}  // namespace warpshop::io
