#include "sim/io/json/kineto_trace.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "sim/io/json/json_parts.hpp"
#include "sim/result/file_openings.hpp"

namespace warpshop::io {
namespace {

using Nanos = std::int64_t;
constexpr std::uint64_t kFirstStream = 7;  // those below are the runtime's
constexpr Nanos kCall = 1;                 // how long a call takes

Nanos nanos(Millis time) {
  constexpr double kPerMilli = 1e6;
  return std::llround(time.count() * kPerMilli);
}

/// As the format has times.
double micros(Nanos time) {
  constexpr double kPerMicro = 1e3;
  return static_cast<double>(time) / kPerMicro;
}

class KinetoWriter {
 public:
  KinetoWriter(std::ostream& out, const TimelineRows& drawing) : out_(out), drawing_(drawing) {}

  void write() {
    out_ << kTraceOpening;
    const std::vector<Nanos> calls = call_times();
    for (std::size_t i = 0; i < drawing_.intervals.size(); ++i) {
      write_call(i, calls[i]);
      write_command(i);
    }
    Json devices = Json::array();
    for (std::size_t device = 0; device < drawing_.panels.size(); ++device) {
      devices.push_back({{"id", device}, {"name", drawing_.panels[device].name}});
    }
    out_ << "\n],\n\"schemaVersion\":1,\"baseTimeNanoseconds\":0,\"deviceProperties\":" << json_text(devices) << "}\n";
  }

 private:
  /// When each command is issued; the first to run starts once all that wait for no release are issued.
  std::vector<Nanos> call_times() {
    std::vector<Millis> release(drawing_.task_names.size(), Millis{0});
    for (const TimelineMark& mark : drawing_.marks) {
      if (mark.kind == "release") {
        release[mark.task] = mark.time;
      }
    }
    const auto& intervals = drawing_.intervals;
    std::vector<std::size_t> order(intervals.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return release[intervals[a].task] < release[intervals[b].task];
    });
    begin_ = kCall * std::count_if(order.begin(), order.end(),
                                   [&](std::size_t i) { return release[intervals[i].task] == Millis{0}; });
    std::vector<Nanos> calls(order.size());
    Nanos free = 0;
    for (const std::size_t i : order) {
      const Millis released = release[intervals[i].task];
      const Nanos at = std::max(free, released > Millis{0} ? begin_ + nanos(released) : 0);
      calls[i] = std::min(at, begin_ + nanos(intervals[i].start));
      free = at + kCall;
    }
    return calls;
  }

  void event(const Json& event) {
    out_ << separator_ << json_text(event);
    separator_ = ",\n";
  }

  void write_call(std::size_t position, Nanos at) {
    const bool kernel = drawing_.intervals[position].stage == Stage::kernel;
    const std::size_t host = drawing_.panels.size();  // a process that is no device
    event({{"ph", "X"},
           {"cat", "cuda_runtime"},
           {"name", kernel ? "cudaLaunchKernel" : "cudaMemcpyAsync"},
           {"pid", host},
           {"tid", host},
           {"ts", micros(at)},
           {"dur", micros(kCall)},
           {"args", {{"correlation", position + 1}}}});
  }

  void write_command(std::size_t position) {
    const Interval& interval = drawing_.intervals[position];
    const bool kernel = interval.stage == Stage::kernel;
    const std::uint64_t stream = kFirstStream + interval.task;
    const Nanos start = nanos(interval.start);
    Json command{
        {"ph", "X"},
        {"cat", kernel ? "kernel" : "gpu_memcpy"},
        {"name", kernel ? drawing_.task_names[interval.task] : copy_name(interval)},
        {"pid", interval.device},
        {"tid", stream},
        {"ts", micros(begin_ + start)},
        {"dur", micros(nanos(interval.end) - start)},
        {"args", {{"device", interval.device}, {"context", 1}, {"stream", stream}, {"correlation", position + 1}}}};
    if (!kernel) {
      if (const auto bytes = facts(interval).bytes) {
        command["args"]["bytes"] = bytes->count;
      }
    }
    event(command);
  }

  CopyFacts facts(const Interval& interval) const {
    return drawing_.copies.empty() ? CopyFacts{} : drawing_.copies[interval.task][interval.stage == Stage::h2d ? 0 : 1];
  }

  std::string copy_name(const Interval& interval) const {
    const std::string host = facts(interval).memory == Memory::pinned ? "Pinned" : "Pageable";
    return interval.stage == Stage::h2d ? "Memcpy HtoD (" + host + " -> Device)"
                                        : "Memcpy DtoH (Device -> " + host + ")";
  }

  std::ostream& out_;
  const TimelineRows& drawing_;
  const char* separator_ = "\n";
  Nanos begin_ = 0;  ///< of the timeline
};

}  // namespace

void write_kineto_trace(std::ostream& out, const TimelineRows& drawing) {
  KinetoWriter(out, drawing).write();
}

}  // namespace warpshop::io
