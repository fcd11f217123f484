#include "sim/io/import/modelled_times.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "sim/io/import/kernel_names.hpp"

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

/// Kernels of which none overlaps another for half of the time of either, so that the one that starts first ends first.
class KernelsInTurn {
 public:
  void add(nanoseconds start, nanoseconds end) { spans_.emplace(start, end); }

  /// Whether a kernel of that time overlaps them for half of its time, or one of them for half of that one's.
  bool are_beside(nanoseconds start, nanoseconds end, nanoseconds resolution) const {
    nanoseconds in_all{0};
    for (auto span = spans_.lower_bound({end, end}); span != spans_.begin();) {
      --span;
      if (span->second <= start) {
        break;
      }
      const nanoseconds overlap = std::min(end, span->second) - std::max(start, span->first);
      if (overlap > resolution && 2 * overlap >= span->second - span->first) {
        return true;
      }
      in_all += overlap;
    }
    return in_all > resolution && 2 * in_all >= end - start;
  }

 private:
  std::set<std::pair<nanoseconds, nanoseconds>> spans_;
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
  KernelsInTurn in_turn;
  for (const StreamKernels& stream : streams) {
    std::vector<std::uint32_t> exclusive;  // of one stream none is beside another
    for (const std::uint32_t i : stream.commands) {
      if (in_turn.are_beside(trace.commands[i].start, trace.commands[i].end, trace.resolution)) {
        kinds[i] = KernelKind::beside;
      } else {
        exclusive.push_back(i);
      }
    }
    for (const std::uint32_t i : exclusive) {
      in_turn.add(trace.commands[i].start, trace.commands[i].end);
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
