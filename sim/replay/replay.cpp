#include "sim/replay/replay.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <simgrid/s4u.hpp>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/evaluate/fleet_evaluate.hpp"
#include "sim/replay/device_replay.hpp"
#include "sim/replay/platform.hpp"
#include "sim/replay/simulated_time.hpp"

namespace warpshop::replay {

namespace {

/// Serves one thing after the other, as a timeline says when; what the SMs, or copy engines of MIG instances, do at
/// once is one thing.
void serve(std::vector<std::pair<Millis, Millis>> spans, const SimulatedTime& time) {
  std::sort(spans.begin(), spans.end());
  for (const auto& [start, end] : spans) {
    if (start > time.now()) {
      simgrid::s4u::this_actor::sleep_until(time.to_simulated(start));
    }
    if (end > time.now()) {
      simgrid::s4u::this_actor::execute(time.to_simulated(end - time.now()));
    }
  }
}

/// Of a fleet of one whose kernels share: engines at work when the simulation says so.
Timeline gone_through(const Fleet& fleet, const Plan& plan) {
  const Platform& platform = *Platform::of(fleet).front();
  Timeline timeline = evaluate::timeline(fleet, plan);
  const SimulatedTime time = SimulatedTime::of(timeline.makespan);
  for (const Stage stage : kStages) {
    std::vector<std::pair<Millis, Millis>> spans;
    for (const Interval& interval : timeline.intervals) {
      if (interval.stage == stage) {
        spans.emplace_back(interval.start, interval.end);
      }
    }
    simgrid::s4u::Host* const host = stage == Stage::kernel
                                         ? platform.compute()
                                         : platform.engine(stage == Stage::h2d ? Direction::h2d : Direction::d2h);
    simgrid::s4u::Actor::create(std::string(name(stage)), host, [spans, time] { serve(spans, time); });
  }
  Platform::run();
  return timeline;
}

}  // namespace

Timeline replay_here(const Fleet& fleet, const Plan& plan) {
  if (plan.share) {
    return gone_through(fleet, plan);
  }
  const std::vector<Platform*> platforms = Platform::of(fleet);
  const std::vector<Plan> plans = device_plans(plan);
  const SimulatedTime time = SimulatedTime::of(evaluate::makespan(fleet, plan));
  std::deque<DeviceReplay> replays;
  for (std::size_t device = 0; device < plans.size(); ++device) {
    replays.emplace_back(*platforms[device], fleet.devices[device], plans[device], time, fleet.port(device));
  }
  for (DeviceReplay& replay : replays) {
    replay.begin();
  }
  Platform::run();
  std::vector<Timeline> timelines;
  timelines.reserve(replays.size());
  for (const DeviceReplay& replay : replays) {
    timelines.push_back(replay.timeline());
  }
  return merged(std::move(timelines));
}

Timeline simulate(const Fleet& fleet, const Plan& plan) {
  return plan.share ? evaluate::timeline(fleet, plan)
                    : in_own_process({.intervals = fleet.size() * kStages.size(), .devices = fleet.devices.size()},
                                     [&] { return replay_here(fleet, plan); });
}

}  // namespace warpshop::replay

#if defined(__SANITIZE_THREAD__)
/// SimGrid may start threads in the child, which has one.
extern "C" const char* __tsan_default_options() {
  return "die_after_fork=0";
}
#endif

namespace warpshop::replay {
namespace {

enum class Outcome : std::uint8_t { none, done, out_of_memory, failed };

/// What the child answers, in memory that both processes see; intervals and engines by device follow.
struct Answer {
  Outcome outcome;
  std::size_t intervals;
  std::size_t devices;  ///< 0: one, without a fleet
  Millis makespan;
  int dma_engines;
  std::array<char, 500> error;
};
static_assert(std::is_trivially_copyable_v<Interval>);
static_assert(sizeof(Answer) % alignof(Interval) == 0 && alignof(Interval) >= alignof(int));

/// Memory that a child shares, all zeros.
class SharedMemory {
 public:
  explicit SharedMemory(std::size_t size)
      : size_(size), start_(::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) {
    if (start_ == MAP_FAILED) {
      throw std::bad_alloc();
    }
  }
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;
  ~SharedMemory() { ::munmap(start_, size_); }

  std::byte* start() const { return static_cast<std::byte*>(start_); }

 private:
  std::size_t size_;
  void* start_;
};

void fail(Answer& answer, const char* what) noexcept {
  std::strncpy(answer.error.data(), what, answer.error.size() - 1);
  answer.outcome = Outcome::failed;
}

/// Where in the shared memory the parts of a timeline stand.
struct Parts {
  Interval* intervals;
  int* engines;
};

void give(const Timeline& timeline, const TimelineRoom& room, Answer& answer, const Parts& parts) {
  if (timeline.intervals.size() > room.intervals) {
    fail(answer, "simgrid: the replay went another way than the evaluation");
    return;
  }
  std::copy(timeline.intervals.begin(), timeline.intervals.end(), parts.intervals);
  std::copy(timeline.fleet_dma_engines.begin(), timeline.fleet_dma_engines.end(), parts.engines);
  answer.intervals = timeline.intervals.size();
  answer.devices = timeline.fleet_dma_engines.size();
  answer.makespan = timeline.makespan;
  answer.dma_engines = timeline.dma_engines;
  answer.outcome = Outcome::done;
}

Timeline taken(const Answer& answer, const Parts& parts) {
  return {.intervals = {parts.intervals, parts.intervals + answer.intervals},
          .residencies = {},
          .makespan = answer.makespan,
          .dma_engines = answer.dma_engines,
          .fleet_dma_engines = {parts.engines, parts.engines + answer.devices}};
}

/// In the child, from here to its end: nothing of the parent's is flushed or freed.
void end_with_parent(pid_t parent) noexcept {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) {
    ::_exit(EXIT_FAILURE);
  }
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    std::signal(signal, SIG_IGN);
  }
  // SimGrid flushes standard output, which may hold what the parent has yet to write.
  const int nowhere = ::open("/dev/null", O_WRONLY);
  if (nowhere < 0 || ::dup2(nowhere, STDOUT_FILENO) < 0) {
    ::close(STDOUT_FILENO);
  }
}

std::string why(int status) {
  return WIFSIGNALED(status) ? "ended by signal " + std::to_string(WTERMSIG(status))
                             : "ended with " + std::to_string(WEXITSTATUS(status));
}

}  // namespace

Timeline in_own_process(const TimelineRoom& room, const std::function<Timeline()>& replay) {
  const SharedMemory memory(sizeof(Answer) + room.intervals * sizeof(Interval) + room.devices * sizeof(int));
  auto& answer = *new (memory.start()) Answer{};
  Parts parts{};
  parts.intervals = reinterpret_cast<Interval*>(memory.start() + sizeof(Answer));
  parts.engines = reinterpret_cast<int*>(parts.intervals + room.intervals);
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) {
    throw std::runtime_error("engine simgrid: cannot start a process: " + std::generic_category().message(errno));
  }
  if (child == 0) {
    end_with_parent(parent);
    try {
      give(replay(), room, answer, parts);
    } catch (const std::bad_alloc&) {
      answer.outcome = Outcome::out_of_memory;
    } catch (const std::exception& error) {
      fail(answer, error.what());
    }
    ::_exit(EXIT_SUCCESS);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  switch (answer.outcome) {
    case Outcome::done:
      return taken(answer, parts);
    case Outcome::out_of_memory:
      throw std::bad_alloc();
    case Outcome::failed:
      throw std::runtime_error(answer.error.data());
    case Outcome::none:
      break;
  }
  throw std::runtime_error("engine simgrid: its process " + why(status));
}

}  // namespace warpshop::replay
