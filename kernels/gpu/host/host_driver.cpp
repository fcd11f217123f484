#include "kernels/gpu/host/host_driver.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include <sys/prctl.h>

#include "kernels/start_thread.hpp"
#include "sim/model/error.hpp"

namespace warpshop::gpu::host {
namespace {

constexpr int kThreadsPerSm = 2048;
constexpr int kCtasPerSm = 16;
constexpr int kRegistersPerSm = 65536;
constexpr int kRegistersPerThread = 32;
constexpr std::int64_t kSharedPerSm = 96 << 10;
constexpr std::align_val_t kAlignment{4096};
constexpr int kGarbage = 0xA5;
constexpr std::size_t kBsus = 3;        // their engine
constexpr std::size_t kMostBsus = 128;  // at once
constexpr const char* kLost = "the device is lost";
constexpr const char* kNoMemory = "out of memory";  // short: a string holds it without allocating

Properties properties_of(const Options& options) {
  Properties properties;
  properties.name = "host backend";
  properties.uuid = "host";
  properties.copy_engines = 2;
  properties.sms = options.sms;
  properties.concurrent_kernels = options.kernels_at_once > 1;
  properties.threads_per_sm = kThreadsPerSm;
  properties.ctas_per_sm = kCtasPerSm;
  properties.registers_per_sm = kRegistersPerSm;
  properties.shared_memory_per_sm = Bytes{kSharedPerSm};
  properties.memory = options.memory;
  properties.l2_cache = options.l2_cache;
  properties.driver = "threads and memory of this machine";
  properties.runtime = "none";
  return properties;
}

}  // namespace

HostDriver::HostDriver(const Options& options)
    : options_(options), properties_(properties_of(options)), link_(options.link) {
  if (!options.shared_by.empty()) {
    context_.emplace(options.shared_by);
  }
  try {
    engines_[index(Stage::kernel)].computes = engines_[kBsus].computes = true;
    for (const Stage stage : kStages) {
      const int threads = stage == Stage::kernel ? options.kernels_at_once : 1;
      for (int i = 0; i < threads; ++i) {
        add_thread(engines_[index(stage)]);
      }
    }
  } catch (...) {
    close();
    throw;
  }
}

void HostDriver::add_thread(Engine& engine) {
  HostSms* const sms = engine.computes ? sms_.emplace_back(std::make_unique<HostSms>(options_.sms)).get() : nullptr;
  engine.threads.push_back(kernels::start_thread([this, &engine, sms] { serve(engine, sms); }));
}

/// So that the one that has come is not behind others. Where there are no more threads to be had it is.
void HostDriver::add_thread_for_bsu() {
  Engine& bsus = engines_[kBsus];
  if (bsus.queue.size() <= bsus.idle || bsus.threads.size() == kMostBsus) {
    return;
  }
  try {
    add_thread(bsus);
  } catch (const DeviceError&) {
    if (bsus.threads.empty()) {
      throw;
    }
  }
}

HostDriver::~HostDriver() {
  close();
}

void HostDriver::close() {
  {
    const std::scoped_lock lock(mutex_);
    closing_ = true;
  }
  changed_.notify_all();
  for (Engine& engine : engines_) {
    for (std::thread& thread : engine.threads) {
      thread.join();
    }
    engine.threads.clear();
  }
}

Resources HostDriver::resources(const Code& code, Form form) {
  const Lock lock(mutex_);
  check("resources of a kernel");
  const std::int64_t loop = form == Form::persistent ? std::int64_t{sizeof(PersistentShared)} : 0;
  Resources resources{.threads = code.threads,
                      .registers_per_thread = kRegistersPerThread,
                      .shared_memory = Bytes{code.shared_memory.count + loop}};
  resources.ctas_per_sm =
      std::min({kCtasPerSm, kThreadsPerSm / code.threads, kRegistersPerSm / (code.threads * kRegistersPerThread)});
  if (resources.shared_memory.count > 0) {
    resources.ctas_per_sm =
        std::min(resources.ctas_per_sm, static_cast<int>(kSharedPerSm / resources.shared_memory.count));
  }
  return resources;
}

std::byte* HostDriver::allocate(Space space, Bytes size) {
  const auto refuse = [&] { throw DeviceError("allocate " + std::to_string(size.count) + " B: out of memory"); };
  {
    const Lock lock(mutex_);
    check("allocate");
    if (space == Space::device && device_memory_used_.count + size.count > options_.memory.count) {
      refuse();
    }
  }
  const auto free = [](void* memory) { ::operator delete(memory, kAlignment); };
  std::unique_ptr<void, decltype(free)> memory(
      ::operator new(static_cast<std::size_t>(size.count), kAlignment, std::nothrow), free);
  if (!memory) {
    refuse();
  }
  std::memset(memory.get(), kGarbage, static_cast<std::size_t>(size.count));  // nobody is to rely on zeros
  auto* bytes = static_cast<std::byte*>(memory.get());
  if (space == Space::device) {
    const Lock lock(mutex_);
    device_memory_.emplace(bytes, size);
    device_memory_used_.count += size.count;
  }
  return static_cast<std::byte*>(memory.release());
}

void HostDriver::release(Space space, std::byte* memory) noexcept {
  const Lock lock(mutex_);
  if (space == Space::device) {
    const auto found = device_memory_.find(memory);
    device_memory_used_.count -= found->second.count;
    device_memory_.erase(found);
  }
  ::operator delete(memory, kAlignment);
}

StreamState* HostDriver::create_stream(int /*priority*/) {
  const Lock lock(mutex_);
  check("create a stream");
  auto stream = std::make_unique<StreamState>();
  streams_.insert(stream.get());
  return stream.release();
}

void HostDriver::destroy_stream(StreamState* stream) noexcept {
  Lock lock(mutex_);
  changed_.wait(lock, [&] { return stream->done == stream->submitted; });
  streams_.erase(stream);
  delete stream;
}

EventState* HostDriver::create_event() {
  const Lock lock(mutex_);
  check("create an event");
  return new EventState;
}

void HostDriver::destroy_event(EventState* event) noexcept {
  delete event;
}

void HostDriver::copy(StreamState* stream, std::byte* to, const std::byte* from, Bytes size, Direction direction,
                      Memory memory) {
  Lock lock(mutex_);
  check("copy");
  const std::uint64_t position = submit(stream, CopyCommand{to, from, size, direction, memory});
  if (memory == Memory::pageable) {
    await_done(lock, stream, position);
    check("copy");
  }
}

void HostDriver::launch(StreamState* stream, const Launch& launch) {
  const Lock lock(mutex_);
  check("launch");
  submit(stream, LaunchCommand{.code = *launch.code,
                               .arguments = *launch.arguments,
                               .ctas = launch.ctas,
                               .control = launch.control != nullptr ? *launch.control : Control{},
                               .form = launch.control != nullptr ? Form::persistent : Form::plain});
}

void HostDriver::record(EventState* event, StreamState* stream) {
  const Lock lock(mutex_);
  check("record an event");
  auto mark = std::make_shared<Mark>();
  submit(stream, RecordCommand{mark});
  event->mark = std::move(mark);
}

void HostDriver::wait(StreamState* stream, EventState* event) {
  const Lock lock(mutex_);
  check("wait for an event");
  if (event->mark) {
    submit(stream, WaitCommand{event->mark});
  }
}

void HostDriver::synchronize(StreamState* stream) {
  Lock lock(mutex_);
  await_done(lock, stream, stream->submitted);
  check("synchronize");
}

void HostDriver::synchronize(EventState* event) {
  Lock lock(mutex_);
  const std::shared_ptr<Mark> mark = event->mark;
  changed_.wait(lock, [&] { return !mark || mark->reached || !problem_.empty(); });
  check("synchronize");
}

bool HostDriver::reached(EventState* event) {
  const Lock lock(mutex_);
  check("query an event");
  return !event->mark || event->mark->reached;
}

Millis HostDriver::elapsed(EventState* from, EventState* to) {
  const Lock lock(mutex_);
  check("time between events");
  if (!from->mark || !to->mark || !from->mark->reached || !to->mark->reached) {
    throw DeviceError("time between events: one has not been reached");
  }
  return to->mark->time - from->mark->time;
}

/// Without memory for the command nothing has happened; without memory, or a thread, for what follows from it, the
/// device has failed.
std::uint64_t HostDriver::submit(StreamState* stream, Command command) {
  stream->commands.push_back(std::move(command));
  const std::uint64_t position = ++stream->submitted;
  try {
    if (Engine* engine = engine_of(stream->commands.back()); engine != nullptr && options_.single_queue) {
      engine->queue.push_back(stream);
    }
    advance(stream);
  } catch (const std::bad_alloc&) {
    fail(kNoMemory);
    throw;
  } catch (const DeviceError& error) {
    fail(error.what());
    throw;
  }
  return position;
}

/// Does what takes no time, up to a command for an engine or a mark that has not been reached.
void HostDriver::advance(StreamState* stream) {
  while (!stream->waiting && !stream->commands.empty()) {
    const Command& first = stream->commands.front();
    if (const auto* record = std::get_if<RecordCommand>(&first)) {
      reach(*record->mark);
    } else if (const auto* wait = std::get_if<WaitCommand>(&first)) {
      if (!wait->mark->reached) {
        wait->mark->waiting.push_back(stream);
        stream->waiting = true;
        return;
      }
    } else {
      if (!options_.single_queue) {
        Engine* const engine = engine_of(first);
        engine->queue.push_back(stream);
        if (engine == &engines_[kBsus]) {
          add_thread_for_bsu();
        }
      }
      stream->waiting = true;
      changed_.notify_all();
      return;
    }
    stream->commands.pop_front();
    ++stream->done;
  }
  changed_.notify_all();
}

/// Null: a command that takes no time.
HostDriver::Engine* HostDriver::engine_of(const Command& command) {
  if (const auto* copy = std::get_if<CopyCommand>(&command)) {
    return &engines_[index(copy->direction == Direction::h2d ? Stage::h2d : Stage::d2h)];
  }
  const auto* const launch = std::get_if<LaunchCommand>(&command);
  if (launch == nullptr) {
    return nullptr;
  }
  const bool is_bsu = launch->control.there != nullptr && !options_.single_queue;
  return &engines_[is_bsu ? kBsus : index(Stage::kernel)];
}

/// In a single queue the next command may still wait for others in its stream, and all behind it with it. It never
/// waits for one of those: an event that a stream waits for was recorded before.
bool HostDriver::has_work(const Engine& engine) {
  return !engine.queue.empty() && engine_of(engine.queue.front()->commands.front()) == &engine;
}

void HostDriver::reach(Mark& mark) {
  mark.reached = true;
  mark.time = std::chrono::steady_clock::now();
  for (StreamState* stream : std::exchange(mark.waiting, {})) {
    stream->waiting = false;
    advance(stream);
  }
}

/// From now on every call throws; nothing that was submitted is done any more, and nobody waits for it.
void HostDriver::fail(const char* problem) noexcept {
  try {
    problem_ = problem;
  } catch (const std::bad_alloc&) {
    problem_ = kNoMemory;
  }
  for (Engine& engine : engines_) {
    engine.queue.clear();
  }
  for (StreamState* stream : streams_) {
    stream->commands.clear();
    stream->done = stream->submitted - (stream->executing ? 1 : 0);
  }
  link_.stop();
  changed_.notify_all();
}

void HostDriver::check(const char* call) const {
  if (!problem_.empty()) {
    throw DeviceError(std::string(call) + ": " + problem_);
  }
}

void HostDriver::await_done(Lock& lock, StreamState* stream, std::uint64_t commands) {
  changed_.wait(lock, [&] { return stream->done >= commands; });
}

void HostDriver::serve(Engine& engine, HostSms* sms) {
  prctl(PR_SET_TIMERSLACK, 1UL);  // wake when told, not up to 50 us later
  Lock lock(mutex_);
  for (;;) {
    ++engine.idle;
    changed_.wait(lock, [&] { return closing_ || has_work(engine); });
    --engine.idle;
    if (!has_work(engine)) {
      return;
    }
    StreamState* stream = engine.queue.front();
    engine.queue.pop_front();
    const Command command = stream->commands.front();
    const char* problem = "";
    if (std::holds_alternative<LaunchCommand>(command)) {
      ++launches_;
      problem = launches_ == options_.faults.failing_launch   ? "a kernel failed: illegal memory access"
                : launches_ == options_.faults.lost_at_launch ? kLost
                                                              : "";
    } else if (++copies_ == options_.faults.lost_at_copy) {
      problem = kLost;
    }
    if (*problem != '\0') {
      fail(problem);
      continue;
    }
    stream->executing = true;
    lock.unlock();
    execute(command, sms);
    lock.lock();
    stream->executing = false;
    if (!problem_.empty()) {  // the device failed meanwhile: nobody waits for more than this command
      ++stream->done;
      changed_.notify_all();
      continue;
    }
    stream->commands.pop_front();
    ++stream->done;
    stream->waiting = false;
    try {
      advance(stream);
    } catch (const std::bad_alloc&) {
      fail(kNoMemory);
    } catch (const DeviceError& error) {
      fail(error.what());
    }
  }
}

void HostDriver::execute(const Command& command, HostSms* sms) {
  if (const auto* copy = std::get_if<CopyCommand>(&command)) {
    link_.copy(copy->to, copy->from, copy->size, copy->direction, copy->memory);
  } else {
    if (context_) {
      context_->enter();
    }
    sms->run(std::get<LaunchCommand>(command));
  }
}

}  // namespace warpshop::gpu::host
