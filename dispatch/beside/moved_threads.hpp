#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "dispatch/beside/core_set.hpp"
#include "dispatch/beside/machine_threads.hpp"

namespace warpshop::dispatch {

/// Moves threads to cores, and puts back what each of them had: by put_back(), when it goes, and in a signal handler
/// that ends the program. Not where the program is killed (SIGKILL), not what processes that were started meanwhile
/// have from those that started them, and not a thread to which somebody else has given other cores since. One at a
/// time in a program; move() by one thread, in which no such handler runs.
class MovedThreads {
 public:
  /// Keeps the machine.
  explicit MovedThreads(MachineThreads& machine);
  MovedThreads(const MovedThreads&) = delete;
  MovedThreads& operator=(const MovedThreads&) = delete;
  ~MovedThreads();

  /// Each thread that the process has now; those that are there already are left alone. A thread that may not be moved
  /// stays where it is, and one note says so for all of its process. A thread that is new, and on cores where the
  /// process has been moved to, has them of the thread that started it: it is put back to what the process had first.
  void move(int process, const CoreSet& to);
  /// Each to what it had, where it is still there. For good: move() does nothing from then on.
  void put_back() noexcept;
  /// The same of threads that moved ones have started before they were put back: until none is found any more.
  void put_back_new() noexcept;
  /// The same of the one that there is, if any; for a signal handler after which the program ends: move() and the
  /// destructor of it do not return any more.
  static void put_back_before_the_end() noexcept;

  /// Threads of the process that were moved.
  std::size_t moved(int process) const;
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  /// Never changes, and lasts.
  struct Before {
    int thread = 0;
    std::uint64_t started = 0;
    CoreSet cores;
    const Before* next = nullptr;
  };
  /// Cores that threads stand on for having been moved. Never changes, and lasts.
  struct Given {
    CoreSet cores;
    const Given* next = nullptr;
  };
  struct Thread {
    std::uint64_t started = 0;
    CoreSet now;
    bool moved = false, refused = false;
  };
  struct Process {
    std::map<int, Thread> threads;
    const Before* first = nullptr;
    std::size_t moved = 0;
    bool noted = false;
  };

  /// given: before any thread of the process was moved this time.
  void move_thread(Process& process, int number, int thread, const CoreSet& to, const Given* given);
  std::errc set(int thread, const CoreSet& to);
  static bool is_among(const CoreSet& cores, const Given* given);
  bool put_back_new(int number, const Process& process);
  void refuse(Process& process, int number, Thread& thread, std::errc why);

  MachineThreads& machine_;
  std::map<int, Process> processes_;
  std::deque<Before> before_;
  std::atomic<const Before*> last_ = nullptr;
  std::deque<Given> given_;
  std::atomic<const Given*> last_given_ = nullptr;
  std::atomic<bool> setting_ = false;
  std::atomic<bool> over_ = false;
  std::vector<std::string> notes_;
};

}  // namespace warpshop::dispatch
