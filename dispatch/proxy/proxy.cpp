#include "dispatch/proxy/proxy.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "dispatch/proxy/proxy_core.hpp"
#include "kernels/start_thread.hpp"
#include "sim/model/error.hpp"

namespace warpshop::dispatch {
namespace {

thread_local const ProxyCore* proxy_of_this_thread = nullptr;

ProxyOptions checked(ProxyOptions options) {
  if (options.batch < 1 || options.buffer < 1 || !(options.memory > 0 && options.memory <= 1)) {
    throw std::invalid_argument("options of the proxy: batch and buffer are at least 1, memory is in 0 … 1");
  }
  return options;
}

Bytes budget(const gpu::Device& device, double part) {
  return Bytes{static_cast<std::int64_t>(part * static_cast<double>(device.properties().memory.count))};
}

}  // namespace

ProxyCore::ProxyCore(const gpu::Device& device, Device first_profile, Planner planner, ProxyOptions chosen)
    : options(checked(std::move(chosen))),
      plan(std::move(planner)),
      memory(device, budget(device, options.memory)),
      events(device),
      profile(std::make_shared<const Device>(std::move(first_profile))),
      streams{gpu::Stream(device), gpu::Stream(device), gpu::Stream(device)},
      probe(device),
      clock(streams[index(Stage::h2d)], events.take()),
      submitting(
          kStages.size(),
          {.submit = [this](SubmittedTask& task, Stage stage) { submit_stage(static_cast<ProxyEntry&>(task), stage); },
           .submitted =
               [this](const std::shared_ptr<SubmittedTask>& task) {
                 watch(std::move(static_cast<ProxyEntry&>(*task).own));
               },
           .started = [this] { proxy_of_this_thread = this; }}) {
  submitting.start();
  proxy_thread = kernels::start_thread([this] {
    proxy_of_this_thread = this;
    plan_and_submit();
  });
  try {
    completing_thread = kernels::start_thread([this] {
      proxy_of_this_thread = this;
      complete();
    });
  } catch (...) {  // both, or none and an exception
    {
      const Lock lock(mutex);
      closing = true;
      work.notify_all();
    }
    proxy_thread.join();
    throw;
  }
}

bool ProxyCore::inside() const {
  return proxy_of_this_thread == this;
}

/// Throws std::logic_error in a thread of the proxy, which would wait for itself.
void ProxyCore::check_outside(const char* call) const {
  if (inside()) {
    throw std::logic_error(std::string(call) + ": called by a thread of the proxy, which would wait for itself");
  }
}

void ProxyCore::check_open() const {
  if (!lost.empty()) {
    throw DeviceError(lost);
  }
  if (closing) {
    throw Stopped("the proxy takes no more tasks: it was stopped");
  }
}

std::shared_ptr<const Device> ProxyCore::present_profile() const {
  const Lock lock(mutex);
  return profile;
}

/// A list of one.
EntryList ProxyCore::entry_of(const std::shared_ptr<WorkerRecord>& worker, const ProxyTask& task) const {
  check_task(task);
  auto entry = std::make_shared<ProxyEntry>();
  entry->worker = worker;
  entry->handed_in = Clock::now();
  entry->profile = present_profile();
  entry->job = job_of(task, *entry->profile);
  entry->stages = entry->job.has;
  entry->input_size = Bytes{std::max(task.input.count, task.h2d ? std::ssize(task.h2d->from) : 0)};
  entry->output_size = Bytes{std::max(task.output.count, task.d2h ? std::ssize(task.d2h->to) : 0)};
  entry->memory =
      Bytes{DevicePool::size_class(entry->input_size).count + DevicePool::size_class(entry->output_size).count};
  return {entry};
}

/// Takes the task, or throws and leaves all as it was.
TaskId ProxyCore::accept(EntryList accepted, ProxyTask& task) {
  const EntryPointer entry = accepted.front();
  check_open();
  std::string error;
  for (const TaskId predecessor : task.after) {
    const auto number = static_cast<std::uint64_t>(predecessor);
    if (number < 1 || number > last_id) {
      throw std::invalid_argument("a task of the proxy comes after task " + std::to_string(number) +
                                  ", which there is not");
    }
    const auto found = not_done_yet.find(number);
    if (found != not_done_yet.end() && found->second) {
      entry->after.push_back(found->second);
    } else if (found != not_done_yet.end()) {
      error = not_done(predecessor);
    }
  }
  if (entry->memory > memory.budget()) {
    error = "the task takes " + std::to_string(entry->memory.count) + " B of device memory, of which there are " +
            std::to_string(memory.budget().count) + " B for tasks";
  }
  not_done_yet.emplace(last_id + 1, entry);
  entry->outcome.id = TaskId{++last_id};
  entry->task = std::move(task);
  ++entry->worker->unfinished;
  ++unfinished;
  if (error.empty()) {
    queue.add(std::move(accepted));
    look_again();
  } else {
    abandon(std::move(accepted), Outcome::Kind::failed, error);
  }
  return entry->outcome.id;
}

void ProxyCore::look_again() noexcept {
  changed = true;
  work.notify_one();
}

void ProxyCore::end_entry(ProxyEntry& entry, bool done) noexcept {
  entry.state = done ? ProxyEntry::State::done : ProxyEntry::State::failed;
  entry.after.clear();
  const auto known = not_done_yet.find(static_cast<std::uint64_t>(entry.outcome.id));
  if (done) {
    not_done_yet.erase(known);
  } else {
    known->second = nullptr;
  }
}

/// Ends tasks that are on nobody's way; an error of their own comes first.
void ProxyCore::abandon(EntryList entries, Outcome::Kind kind, std::string_view error) noexcept {
  for (const EntryPointer& entry : entries) {
    end_entry(*entry, false);
    entry->outcome.kind = kind;
    if (entry->outcome.error.empty()) {
      note_error(entry->outcome.error, error);
    }
  }
  unrun.splice(unrun.end(), entries);
  look_again();
  space.notify_all();
  ended.notify_one();
}

/// No more is done on the device, everybody hears of it.
void ProxyCore::lose(std::string_view error) noexcept {
  const Lock lock(mutex);
  if (lost.empty()) {
    note_error(lost, error);
    closing = true;
    abandon(queue.withdraw(), Outcome::Kind::failed, lost);
  }
}

/// withdraw: what waits does not run any more.
void ProxyCore::end(bool withdraw) {
  check_outside(withdraw ? "stop" : "finish");
  {
    Lock lock(mutex);
    closing = true;
    if (withdraw) {
      abandon(queue.withdraw(), Outcome::Kind::withdrawn, "the proxy was stopped");
    }
    work.notify_all();
    space.notify_all();
    ended.notify_all();
    quiet.wait(lock, [&] { return unfinished == 0; });
  }
  const std::scoped_lock lock(joining);
  for (std::thread* thread : {&proxy_thread, &completing_thread}) {
    if (thread->joinable()) {
      thread->join();
    }
  }
}

Worker::~Worker() {
  if (!core_) {
    return;
  }
  ProxyCore::Lock lock(core_->mutex);
  core_->abandon(core_->queue.withdraw(*record_), Outcome::Kind::withdrawn, "its worker went away");
  core_->quiet.wait(lock, [&] { return record_->unfinished == 0 || core_->inside(); });
  core_->queue.remove_worker(*record_);
}

TaskId Worker::submit(ProxyTask task) {
  core_->check_outside("submit");
  EntryList entry = core_->entry_of(record_, task);
  ProxyCore::Lock lock(core_->mutex);
  core_->space.wait(lock, [&] { return core_->closing || record_->waiting.size() < core_->options.buffer; });
  return core_->accept(std::move(entry), task);
}

std::optional<TaskId> Worker::try_submit(ProxyTask& task) {
  EntryList entry = core_->entry_of(record_, task);
  const ProxyCore::Lock lock(core_->mutex);
  if (!core_->closing && record_->waiting.size() >= core_->options.buffer) {
    return std::nullopt;
  }
  return core_->accept(std::move(entry), task);
}

void Worker::drain() {
  core_->check_outside("drain");
  ProxyCore::Lock lock(core_->mutex);
  core_->quiet.wait(lock, [&] { return record_->unfinished == 0; });
  if (std::exception_ptr thrown = std::exchange(record_->thrown, nullptr)) {
    lock.unlock();
    std::rethrow_exception(std::move(thrown));
  }
}

Proxy::Proxy(const gpu::Device& device, Device profile, Planner plan, ProxyOptions options)
    : core_(std::make_shared<ProxyCore>(device, std::move(profile), std::move(plan), std::move(options))) {}

Proxy::~Proxy() {
  stop();
}

Worker Proxy::worker(std::string name) {
  const ProxyCore::Lock lock(core_->mutex);
  core_->check_open();
  core_->workers[name].name = name;  // space for what its tasks will come to
  return {core_, core_->queue.add_worker(std::move(name))};
}

void Proxy::finish() {
  core_->end(false);
}

void Proxy::stop() {
  core_->end(true);
}

void Proxy::use(Device profile) {
  auto shared = std::make_shared<const Device>(std::move(profile));
  const ProxyCore::Lock lock(core_->mutex);
  core_->profile = std::move(shared);
}

ProxyStatistics Proxy::statistics() const {
  const ProxyCore& core = *core_;
  const ProxyCore::Lock lock(core.mutex);
  ProxyStatistics statistics{.all = core.counts.line("all"), .lots = core.batches};
  for (const auto& [name, worker] : core.workers) {
    if (worker.done + worker.failed + worker.withdrawn > 0) {
      statistics.workers.push_back(worker);
    }
  }
  if (core.planned > 0) {
    const auto planned = static_cast<double>(core.planned);
    statistics.mean_lot = planned / static_cast<double>(core.batches);
    statistics.planning = ProxyStatistics::Micros(core.planning) / planned;
    statistics.submission = ProxyStatistics::Micros(std::chrono::nanoseconds(core.submission)) / planned;
  }
  return statistics;
}

std::uint64_t Proxy::ended() const {
  const ProxyCore::Lock lock(core_->mutex);
  return core_->counts.ended();
}

}  // namespace warpshop::dispatch
