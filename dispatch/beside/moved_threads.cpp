#include "dispatch/beside/moved_threads.hpp"

#include <algorithm>
#include <new>
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
  put_back_new();
  the_one = nullptr;
  wait_for_the_end();  // the handler may have begun before
}

bool MovedThreads::is_among(const CoreSet& cores, const Given* given) {
  while (given != nullptr && given->cores != cores) {
    given = given->next;
  }
  return given != nullptr;
}

/// No core is set behind the back of a handler: it sees `setting_` and waits, or what it says is seen here.
std::errc MovedThreads::set(int thread, const CoreSet& to) {
  if (given_.empty() || last_given_ == &given_.back()) {
    given_.emplace_back();  // to be had before anything is set
  }
  setting_ = true;
  std::errc answer = std::errc::operation_canceled;
  if (!over_ && !program_ends) {
    answer = machine_.set_cores(thread, to);
    CoreSet has;  // those of `to` that the system lets it have
    if (answer == std::errc{} && machine_.cores_of(thread, has) == std::errc{} && !is_among(has, last_given_)) {
      given_.back() = {.cores = has, .next = last_given_};
      last_given_ = &given_.back();
    }
  }
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

void MovedThreads::move_thread(Process& process, int number, int thread, const CoreSet& to, const Given* given) {
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
    if (is_among(had, given)) {
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
  // A thread that stands on cores which others of it are given only now had them from somebody else.
  const Given* given = moved.moved > 0 ? last_given_.load() : nullptr;
  for (const int thread : threads) {
    move_thread(moved, process, thread, to, given);
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
    CoreSet has;
    if (machine_.started(before->thread) == before->started && machine_.cores_of(before->thread, has) == std::errc{} &&
        is_among(has, last_given_)) {
      machine_.set_cores(before->thread, before->cores);
    }
  }
}

bool MovedThreads::put_back_new(int number, const Process& process) {
  bool any = false;
  for (const int thread : machine_.of_process(number)) {
    const auto started = machine_.started(thread);
    const bool is_known = std::ranges::any_of(
        before_, [&](const Before& before) { return before.thread == thread && before.started == started; });
    CoreSet has;
    if (!is_known && machine_.cores_of(thread, has) == std::errc{} && is_among(has, last_given_) &&
        has != process.first->cores) {
      any |= machine_.set_cores(thread, process.first->cores) == std::errc{};
    }
  }
  return any;
}

void MovedThreads::put_back_new() noexcept {
  constexpr int kMostTimes = 100;  // should somebody else move them back and forth
  try {
    bool any = true;
    for (int time = 0; any && time < kMostTimes; ++time) {
      any = false;
      for (const auto& [number, process] : processes_) {
        any |= process.moved > 0 && put_back_new(number, process);
      }
    }
  } catch (const std::bad_alloc&) {  // to list them
  }
}

void MovedThreads::put_back_before_the_end() noexcept {
  program_ends = true;
  if (MovedThreads* const moved = the_one) {
    moved->put_back();
  }
}

}  // namespace warpshop::dispatch
