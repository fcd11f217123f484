#include "dispatch/beside/moved_threads.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

namespace warpshop::dispatch {
namespace {

std::atomic<MovedThreads*> the_one = nullptr;
std::atomic<bool> program_ends = false;

/// The handler ends the program.
void wait_for_the_end() {
  while (program_ends) {
    ::pause();
  }
}

}  // namespace

MovedThreads::MovedThreads(MachineThreads& machine) : machine_(machine) {
  the_one = this;
}

MovedThreads::~MovedThreads() {
  put_back();
  the_one = nullptr;
  wait_for_the_end();  // the handler may have begun before
}

/// No core is set behind the back of a handler: it sees `setting_` and waits, or what it says is seen here.
std::errc MovedThreads::set(int thread, const CoreSet& to) {
  setting_ = true;
  const std::errc answer = over_ || program_ends ? std::errc::operation_canceled : machine_.set_cores(thread, to);
  setting_ = false;
  wait_for_the_end();
  return answer;
}

void MovedThreads::refuse(Process& process, int number, Thread& thread, std::errc why) {
  thread.refused = true;
  if (!std::exchange(process.noted, true)) {
    notes_.push_back(
        fmt::format("process {} has a thread that stays where it is: {}", number, std::make_error_code(why).message()));
  }
}

void MovedThreads::move_thread(Process& process, int number, int thread, const CoreSet& to) {
  const auto started = machine_.started(thread);
  if (!started) {
    process.threads.erase(thread);
    return;
  }
  auto [found, is_new] = process.threads.try_emplace(thread);
  Thread& known = found->second;
  if (is_new || known.started != *started) {
    known = {.started = *started, .now = {}, .moved = false, .refused = false};
    CoreSet had;
    const std::errc answer = machine_.cores_of(thread, had);
    if (answer != std::errc{}) {
      if (answer != std::errc::no_such_process) {
        refuse(process, number, known, answer);
      } else {
        process.threads.erase(thread);
      }
      return;
    }
    known.now = had;
    if (process.first != nullptr && std::ranges::find(process.given, had) != process.given.end()) {
      had = process.first->cores;
    }
    before_.push_back({.thread = thread, .started = *started, .cores = had, .next = last_});
    last_ = &before_.back();
    process.first = process.first == nullptr ? last_.load() : process.first;
  }
  if (known.refused || known.now == to) {
    return;
  }
  const std::errc answer = set(thread, to);
  if (answer == std::errc{}) {
    known.now = to;
    process.moved += std::exchange(known.moved, true) ? 0 : 1;
  } else if (answer == std::errc::no_such_process) {
    process.threads.erase(thread);
  } else if (answer != std::errc::operation_canceled) {
    refuse(process, number, known, answer);
  }
}

void MovedThreads::move(int process, const CoreSet& to) {
  Process& moved = processes_[process];
  const std::vector<int> threads = machine_.of_process(process);
  for (const int thread : threads) {
    move_thread(moved, process, thread, to);
  }
  if (std::ranges::find(moved.given, to) == moved.given.end()) {
    moved.given.push_back(to);  // from now on: a thread that was there before had its cores from somebody else
  }
  std::erase_if(moved.threads,
                [&](const auto& known) { return std::ranges::find(threads, known.first) == threads.end(); });
}

std::size_t MovedThreads::moved(int process) const {
  const auto found = processes_.find(process);
  return found == processes_.end() ? 0 : found->second.moved;
}

/// Those that were never moved have what they had before anyway.
void MovedThreads::put_back() noexcept {
  over_ = true;
  while (setting_) {  // a single call of the system
  }
  for (const Before* before = last_; before != nullptr; before = before->next) {
    if (machine_.started(before->thread) == before->started) {
      machine_.set_cores(before->thread, before->cores);
    }
  }
}

void MovedThreads::put_back_before_the_end() noexcept {
  program_ends = true;
  if (MovedThreads* const moved = the_one) {
    moved->put_back();
  }
}

}  // namespace warpshop::dispatch
