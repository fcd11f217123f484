#include "sim/io/import/solo_durations.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>

namespace warpshop::io {
namespace {

using std::chrono::nanoseconds;

auto like(const RecordedCommand& command) {
  const bool is_kernel = command.kind == CommandKind::kernel;
  return std::tuple(command.kind, is_kernel ? command.name : 0, command.ctas, command.cta.threads,
                    command.cta.shared_memory, command.bytes, command.memory);
}

/// Whether enough was recorded to say what is like it.
bool is_known(const RecordedCommand& command) {
  return command.kind == CommandKind::kernel ? command.ctas > 0 : command.bytes > Bytes{0};
}

/// Commands stand by start: one overlaps another if it starts before one ahead of it has ended.
std::vector<bool> find_overlapped(const RecordedTrace& trace) {
  std::vector<bool> overlapped(trace.commands.size());
  std::size_t latest = 0;  // of those so far, the one that ends last
  for (std::size_t i = 1; i < trace.commands.size(); ++i) {
    if (trace.commands[i].start + trace.resolution < trace.commands[latest].end) {
      overlapped[i] = overlapped[latest] = true;
    }
    if (trace.commands[i].end > trace.commands[latest].end) {
      latest = i;
    }
  }
  return overlapped;
}

}  // namespace

SoloDurations find_solo_durations(const RecordedTrace& trace) {
  SoloDurations solo{.of = {}, .overlapped = find_overlapped(trace)};
  std::map<decltype(like(RecordedCommand{})), nanoseconds> least;
  for (std::size_t i = 0; i < trace.commands.size(); ++i) {
    const RecordedCommand& command = trace.commands[i];
    solo.of.push_back(command.end - command.start);
    if (!solo.overlapped[i] && is_known(command)) {
      const auto [known, is_first] = least.try_emplace(like(command), solo.of.back());
      known->second = std::min(known->second, solo.of.back());
    }
  }
  for (std::size_t i = 0; i < trace.commands.size(); ++i) {
    if (!solo.overlapped[i]) {
      continue;
    }
    const auto known = is_known(trace.commands[i]) ? least.find(like(trace.commands[i])) : least.end();
    ++(known == least.end() ? solo.kept : solo.replaced);
    solo.of[i] = known == least.end() ? solo.of[i] : std::min(known->second, solo.of[i]);
  }
  return solo;
}

}  // namespace warpshop::io
