#include "sim/io/import/idle_times.hpp"

#include <algorithm>
#include <cstddef>

namespace warpshop::io {

using std::chrono::nanoseconds;

std::vector<IdleTime> idle_times(const RecordedTrace& trace, nanoseconds origin) {
  std::vector<IdleTime> idle;
  nanoseconds busy_until = origin;
  std::uint32_t last = kNone;  // of the commands so far, the one that ends last
  for (std::uint32_t i = 0; i < trace.commands.size(); ++i) {
    const RecordedCommand& command = trace.commands[i];
    if (command.start > busy_until) {
      idle.push_back({.span = {busy_until, command.start}, .before = last, .after = i});
    }
    if (last == kNone || command.end > busy_until) {
      last = i;
    }
    busy_until = std::max(busy_until, command.end);
  }
  return idle;
}

nanoseconds idle_within(const std::vector<IdleTime>& idle, std::vector<TimeSpan> spans) {
  std::sort(spans.begin(), spans.end(), [](const TimeSpan& a, const TimeSpan& b) { return a.start < b.start; });
  nanoseconds all{0};
  nanoseconds until = nanoseconds::min();  // counted so far
  std::size_t first = 0;
  for (const TimeSpan& span : spans) {
    while (first < idle.size() && idle[first].span.end <= span.start) {
      ++first;
    }
    for (std::size_t i = first; i < idle.size() && idle[i].span.start < span.end; ++i) {
      const nanoseconds start = std::max({idle[i].span.start, span.start, until});
      const nanoseconds end = std::min(idle[i].span.end, span.end);
      all += std::max(nanoseconds{0}, end - start);
    }
    until = std::max(until, span.end);
  }
  return all;
}

IdleReason reason_of(const IdleTime& idle, const Issued& issued) {
  if (issued.after.empty()) {
    return IdleReason::uncalled;
  }
  const nanoseconds called_after = issued.time - idle.span.start;
  if (2 * called_after < idle.span.end - idle.span.start) {
    return IdleReason::launch;
  }
  const bool waited = std::any_of(issued.after.begin(), issued.after.end(), [&](const HostWait& wait) {
    return wait.command != kNone && wait.command == idle.before;
  });
  return waited ? IdleReason::host_that_waited : IdleReason::host;
}

}  // namespace warpshop::io
