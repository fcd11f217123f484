#include "sim/io/import/modelled_times.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "sim/io/import/collectives.hpp"
#include "sim/io/import/short_name.hpp"

namespace warpshop::io {
namespace {

using std::chrono::nanoseconds;

bool is_copy(const RecordedCommand& command) {
  return stage_of(command.kind) != Stage::kernel;
}

/// Commands stand by start: a copy overlaps another if it starts before one ahead of it has ended.
std::vector<bool> find_opposed(const RecordedTrace& trace) {
  std::vector<bool> opposed(trace.commands.size());
  std::uint32_t latest = kNone;  // of the copies so far, the one that ends last
  for (std::uint32_t i = 0; i < trace.commands.size(); ++i) {
    if (!is_copy(trace.commands[i])) {
      continue;
    }
    if (latest != kNone && trace.commands[i].start + trace.resolution < trace.commands[latest].end) {
      opposed[i] = opposed[latest] = true;
    }
    if (latest == kNone || trace.commands[i].end > trace.commands[latest].end) {
      latest = i;
    }
  }
  return opposed;
}

/// Instants at which some kernel ran, as spans that neither meet nor overlap.
class BusyTimes {
 public:
  void add(nanoseconds start, nanoseconds end) {
    auto next = spans_.upper_bound(start);
    if (next != spans_.begin() && std::prev(next)->second >= start) {
      --next;
    }
    while (next != spans_.end() && next->first <= end) {
      start = std::min(start, next->first);
      end = std::max(end, next->second);
      next = spans_.erase(next);
    }
    spans_.emplace(start, end);
  }

  /// How much of a span is busy.
  nanoseconds within(nanoseconds start, nanoseconds end) const {
    nanoseconds busy{0};
    auto span = spans_.upper_bound(start);
    if (span != spans_.begin()) {
      --span;
    }
    for (; span != spans_.end() && span->first < end; ++span) {
      busy += std::max(nanoseconds{0}, std::min(end, span->second) - std::max(start, span->first));
    }
    return busy;
  }

 private:
  std::map<nanoseconds, nanoseconds> spans_;  ///< by start: end
};

/// What stands for the compute engine in a stream, but for collectives, by start.
struct StreamKernels {
  std::vector<std::uint32_t> commands;
  nanoseconds total{0};
};

std::vector<KernelKind> find_kinds(const RecordedTrace& trace) {
  std::vector<KernelKind> kinds(trace.commands.size(), KernelKind::exclusive);
  std::vector<bool> known_collective(trace.names.size());
  for (std::size_t name = 0; name < trace.names.size(); ++name) {
    known_collective[name] = is_collective(short_name(trace.names[name]));
  }
  std::unordered_map<std::uint64_t, std::size_t> numbers;
  std::vector<StreamKernels> streams;
  for (std::uint32_t i = 0; i < trace.commands.size(); ++i) {
    const RecordedCommand& command = trace.commands[i];
    if (command.kind == CommandKind::kernel && known_collective[command.name]) {
      kinds[i] = KernelKind::collective;
    } else if (!is_copy(command)) {
      const auto [number, is_new] = numbers.try_emplace(command.stream, streams.size());
      if (is_new) {
        streams.emplace_back();
      }
      streams[number->second].commands.push_back(i);
      streams[number->second].total += command.end - command.start;
    }
  }
  std::stable_sort(streams.begin(), streams.end(),
                   [](const StreamKernels& a, const StreamKernels& b) { return a.total > b.total; });
  BusyTimes busy;  // with what does not run beside others
  for (const StreamKernels& stream : streams) {
    std::vector<std::uint32_t> exclusive;
    for (const std::uint32_t i : stream.commands) {
      const auto& [start, end] = std::pair(trace.commands[i].start, trace.commands[i].end);
      const nanoseconds overlap = busy.within(start, end);
      if (overlap > trace.resolution && 2 * overlap >= end - start) {
        kinds[i] = KernelKind::beside;
      } else {
        exclusive.push_back(i);
      }
    }
    for (const std::uint32_t i : exclusive) {
      busy.add(trace.commands[i].start, trace.commands[i].end);
    }
  }
  return kinds;
}

/// Takes the least duration of their like for opposed copies.
void replace_opposed(const RecordedTrace& trace, ModelledTimes& times) {
  const auto like = [](const RecordedCommand& copy) { return std::tuple(copy.kind, copy.bytes, copy.memory); };
  std::map<decltype(like(RecordedCommand{})), nanoseconds> least;
  for (std::size_t i = 0; i < trace.commands.size(); ++i) {
    const RecordedCommand& command = trace.commands[i];
    if (is_copy(command) && !times.opposed[i] && command.bytes > Bytes{0}) {
      const nanoseconds lasts = command.end - command.start;
      const auto [known, is_first] = least.try_emplace(like(command), lasts);
      known->second = std::min(known->second, lasts);
    }
  }
  for (std::size_t i = 0; i < trace.commands.size(); ++i) {
    if (!times.opposed[i]) {
      continue;
    }
    const auto known = least.find(like(trace.commands[i]));  // of no bytes nothing is there
    ++(known == least.end() ? times.kept : times.replaced);
    times.of[i] = known == least.end() ? times.of[i] : std::min(known->second, times.of[i]);
  }
}

}  // namespace

ModelledTimes find_modelled_times(const RecordedTrace& trace, const RecordedWaits& waits) {
  ModelledTimes times{.of = {}, .kinds = find_kinds(trace), .opposed = find_opposed(trace), .engine_before = {}};
  std::array<std::uint32_t, 3> latest{kNone, kNone, kNone};  // [Stage] of those so far, the one that ends last
  for (std::uint32_t i = 0; i < trace.commands.size(); ++i) {
    const RecordedCommand& command = trace.commands[i];
    const bool exclusive = times.kinds[i] == KernelKind::exclusive;
    std::uint32_t& engine = latest[index(stage_of(command.kind))];
    times.engine_before.push_back(exclusive ? engine : kNone);
    nanoseconds turn = command.start;
    const std::uint32_t in_stream = waits.stream_predecessor[i];
    const bool kernels = in_stream != kNone && !is_copy(command) && !is_copy(trace.commands[in_stream]);
    for (const std::uint32_t before : {kernels ? in_stream : kNone, times.engine_before[i]}) {
      turn = before == kNone ? turn : std::max(turn, trace.commands[before].end);
    }
    times.of.push_back(std::max(nanoseconds{0}, command.end - turn));
    if (exclusive && (engine == kNone || command.end > trace.commands[engine].end)) {
      engine = i;
    }
  }
  replace_opposed(trace, times);
  return times;
}

}  // namespace warpshop::io
