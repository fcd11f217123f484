#include "dispatch/proxy/proxy_core.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "kernels/start_thread.hpp"
#include "sim/model/device_error.hpp"

namespace warpshop::dispatch {
namespace {

thread_local const ProxyCore* proxy_of_this_thread = nullptr;

ProxyOptions checked(ProxyOptions options) {
  if (options.lot < 1 || options.buffer < 1 || !(options.memory > 0 && options.memory <= 1)) {
    throw std::invalid_argument("options of the proxy: lot and buffer are at least 1, memory is in 0 … 1");
  }
  return options;
}

Bytes budget(const gpu::Device& device, double part) {
  return Bytes{static_cast<std::int64_t>(part * static_cast<double>(device.properties().memory.count))};
}

}  // namespace

ProxyCore::ProxyCore(const gpu::Device& device, Device profile, Planner plan, ProxyOptions options)
    : options_(checked(std::move(options))),
      plan_(std::move(plan)),
      memory_(device, budget(device, options_.memory)),
      events_(device),
      profile_(std::make_shared<const Device>(std::move(profile))),
      submitter_(device, {.started = [this] { enter(); },
                          .submitted = [this](EntryList task) { watch(std::move(task)); },
                          .lost = [this](const std::string& error) { lose(error); }}),
      clock_(submitter_.stream(Stage::h2d), events_.take()) {
  start_threads();
}

/// Both, or none and an exception.
void ProxyCore::start_threads() {
  planning_ = kernels::start_thread([this] { this->plan(); });
  try {
    completing_ = kernels::start_thread([this] { complete(); });
  } catch (...) {
    {
      const Lock lock(mutex_);
      closing_ = true;
      work_.notify_all();
    }
    planning_.join();
    throw;
  }
}

void ProxyCore::enter() const {
  proxy_of_this_thread = this;
}

bool ProxyCore::inside() const {
  return proxy_of_this_thread == this;
}

void ProxyCore::check_outside(const char* call) const {
  if (inside()) {
    throw std::logic_error(std::string(call) + ": called by a thread of the proxy, which would wait for itself");
  }
}

void ProxyCore::check_open() const {
  if (!lost_.empty()) {
    throw DeviceError(lost_);
  }
  if (closing_) {
    throw Stopped("the proxy takes no more tasks: it was stopped");
  }
}

std::shared_ptr<WorkerRecord> ProxyCore::add_worker(std::string name) {
  const Lock lock(mutex_);
  check_open();
  counts_.add_worker(name);
  return queue_.add_worker(std::move(name));
}

std::shared_ptr<const Device> ProxyCore::profile() const {
  const Lock lock(mutex_);
  return profile_;
}

void ProxyCore::use(Device profile) {
  auto shared = std::make_shared<const Device>(std::move(profile));
  const Lock lock(mutex_);
  profile_ = std::move(shared);
}

/// A list of one.
EntryList ProxyCore::entry_of(const std::shared_ptr<WorkerRecord>& worker, const ProxyTask& task) const {
  check_task(task);
  auto entry = std::make_shared<ProxyEntry>();
  entry->worker = worker;
  entry->handed_in = Clock::now();
  entry->profile = profile();
  entry->job = job_of(task, *entry->profile);
  entry->stages = entry->job.has;
  entry->input_size = Bytes{std::max(task.input.count, task.h2d ? std::ssize(task.h2d->from) : 0)};
  entry->output_size = Bytes{std::max(task.output.count, task.d2h ? std::ssize(task.d2h->to) : 0)};
  entry->memory =
      Bytes{DevicePool::size_class(entry->input_size).count + DevicePool::size_class(entry->output_size).count};
  return {entry};
}

TaskId ProxyCore::submit(const std::shared_ptr<WorkerRecord>& worker, ProxyTask task) {
  check_outside("submit");
  EntryList entry = entry_of(worker, task);
  Lock lock(mutex_);
  space_.wait(lock, [&] { return closing_ || worker->waiting.size() < options_.buffer; });
  return accept(std::move(entry), task);
}

std::optional<TaskId> ProxyCore::try_submit(const std::shared_ptr<WorkerRecord>& worker, ProxyTask& task) {
  EntryList entry = entry_of(worker, task);
  const Lock lock(mutex_);
  if (!closing_ && worker->waiting.size() >= options_.buffer) {
    return std::nullopt;
  }
  return accept(std::move(entry), task);
}

/// Takes the task, or throws and leaves all as it was.
TaskId ProxyCore::accept(EntryList accepted, ProxyTask& task) {
  const EntryPointer entry = accepted.front();
  check_open();
  for (const TaskId predecessor : task.after) {
    if (!states_.knows(predecessor)) {
      throw std::invalid_argument("a task of the proxy comes after task " +
                                  std::to_string(static_cast<std::uint64_t>(predecessor)) + ", which there is not");
    }
  }
  std::string error;
  if (entry->memory > memory_.budget()) {
    error = "the task takes " + std::to_string(entry->memory.count) + " B of device memory, of which there are " +
            std::to_string(memory_.budget().count) + " B for tasks";
  }
  entry->id = states_.add();
  entry->task = std::move(task);
  ++entry->worker->unfinished;
  ++unfinished_;
  if (error.empty()) {
    queue_.add(std::move(accepted));
    look_again();
  } else {
    abandon(std::move(accepted), Outcome::Kind::failed, error);
  }
  return entry->id;
}

void ProxyCore::look_again() noexcept {
  changed_ = true;
  work_.notify_one();
}

void ProxyCore::abandon(EntryList entries, Outcome::Kind kind, std::string_view error) noexcept {
  for (const EntryPointer& entry : entries) {
    states_.end(entry->id, false);
    entry->ending = kind;
    if (entry->error.empty()) {
      note_error(entry->error, error);
    }
  }
  unrun_.splice(unrun_.end(), entries);
  look_again();
  space_.notify_all();
  ended_.notify_one();
}

void ProxyCore::drain(WorkerRecord& worker) {
  check_outside("drain");
  std::exception_ptr thrown;
  {
    Lock lock(mutex_);
    quiet_.wait(lock, [&] { return worker.unfinished == 0; });
    thrown = std::exchange(worker.thrown, nullptr);
  }
  if (thrown) {
    std::rethrow_exception(std::move(thrown));
  }
}

void ProxyCore::leave(WorkerRecord& worker) {
  Lock lock(mutex_);
  abandon(queue_.withdraw(worker), Outcome::Kind::withdrawn, "its worker went away");
  quiet_.wait(lock, [&] { return worker.unfinished == 0 || inside(); });
  queue_.remove_worker(worker);
}

void ProxyCore::end(bool withdraw) {
  check_outside(withdraw ? "stop" : "finish");
  {
    Lock lock(mutex_);
    closing_ = true;
    if (withdraw) {
      abandon(queue_.withdraw(), Outcome::Kind::withdrawn, "the proxy was stopped");
    }
    work_.notify_all();
    space_.notify_all();
    ended_.notify_all();
    quiet_.wait(lock, [&] { return unfinished_ == 0; });
  }
  const std::scoped_lock lock(joining_);
  for (std::thread* thread : {&planning_, &completing_}) {
    if (thread->joinable()) {
      thread->join();
    }
  }
}

std::uint64_t ProxyCore::tasks_ended() const {
  const Lock lock(mutex_);
  return counts_.ended();
}

ProxyStatistics ProxyCore::statistics() const {
  const Lock lock(mutex_);
  return counts_.statistics(submitter_.spent());
}

}  // namespace warpshop::dispatch
