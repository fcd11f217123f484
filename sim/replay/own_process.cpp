#include "sim/replay/own_process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <type_traits>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

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
