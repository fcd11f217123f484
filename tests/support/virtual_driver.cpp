#include "tests/support/virtual_driver.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>
#include <variant>

#include "kernels/gpu/persistent.hpp"
#include "sim/model/error.hpp"

namespace warpshop::test {
namespace {

using gpu::host::CopyCommand;
using gpu::host::LaunchCommand;
using gpu::host::RecordCommand;
using gpu::host::WaitCommand;

template <class Duration>
std::chrono::nanoseconds nanoseconds(Duration time) {
  return std::chrono::ceil<std::chrono::nanoseconds>(time);
}

const CopyCommand* copy_of(const gpu::StreamState* stream) {
  return stream == nullptr ? nullptr : std::get_if<CopyCommand>(&stream->commands.front());
}

}  // namespace

VirtualDriver::VirtualDriver(const gpu::host::LinkSpeeds& link, const VirtualTraits& traits,
                             std::optional<PlayedChip> chip)
    : machine_(gpu::host::Options{.l2_cache = traits.l2_cache, .link = link}),
      link_(link),
      traits_(traits),
      properties_(machine_.properties()) {
  properties_.persistent_kernels = traits.persistent_kernels;
  if (chip) {
    properties_.sms = static_cast<int>(chip->sms);
    properties_.concurrent_kernels = true;
    properties_.priorities = 6;
    sms_.emplace(std::move(*chip),
                 [this](const LaunchCommand& launch, std::uint32_t subtask) { do_subtask(launch, subtask); });
  }
}

gpu::Resources VirtualDriver::resources(const gpu::Code& code, gpu::Form form) {
  if (form == gpu::Form::persistent && !traits_.persistent_kernels) {
    throw DeviceError("no persistent kernels here");
  }
  gpu::Resources resources = machine_.resources(code, form);
  if (sms_) {
    resources.ctas_per_sm = static_cast<int>(sms_->chip().ctas_per_sm(code.name));
  }
  return resources;
}

Millis VirtualDriver::now() {
  const std::scoped_lock lock(mutex_);
  return now_.time_since_epoch();
}

/// Up to the next event that is reached, or the next CTA that comes or leaves.
void VirtualDriver::pause(Millis at_most) {
  const std::scoped_lock lock(mutex_);
  const Time end = at_most < Millis{1e12} ? now_ + nanoseconds(at_most) : Time::max();
  const auto seen = [this] { return reached_ + (sms_ ? sms_->changes() : 0); };
  const std::uint64_t before = seen();
  while (seen() == before) {
    if (!step(end)) {
      if (end == Time::max()) {
        throw std::logic_error("what is waited for never happens");
      }
      move_payloads(end);
      return;
    }
  }
}

void VirtualDriver::pass(Millis time) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return busy(); });
  let_pass(time);
}

void VirtualDriver::let_pass(Millis time) {
  const Time end = now_ + nanoseconds(time);
  while (step(end)) {
  }
  move_payloads(end);
}

gpu::StreamState* VirtualDriver::create_stream(int priority) {
  return new gpu::StreamState{.commands = {}, .priority = priority};
}

void VirtualDriver::destroy_stream(gpu::StreamState* stream) noexcept {
  synchronize(stream);
  delete stream;
}

gpu::EventState* VirtualDriver::create_event() {
  return new gpu::EventState;
}

void VirtualDriver::destroy_event(gpu::EventState* event) noexcept {
  delete event;
}

void VirtualDriver::copy(gpu::StreamState* stream, std::byte* to, const std::byte* from, Bytes size,
                         Direction direction, Memory memory) {
  const std::scoped_lock lock(mutex_);
  let_pass(traits_.submission);
  submit(stream, CopyCommand{to, from, size, direction, memory});
}

void VirtualDriver::launch(gpu::StreamState* stream, const gpu::Launch& launch) {
  if (launch.control != nullptr && !traits_.persistent_kernels) {
    throw DeviceError("no persistent kernels here");
  }
  const std::scoped_lock lock(mutex_);
  submit(stream, LaunchCommand{.code = *launch.code,
                               .arguments = *launch.arguments,
                               .ctas = launch.ctas,
                               .control = launch.control != nullptr ? *launch.control : gpu::Control{},
                               .form = launch.control != nullptr ? gpu::Form::persistent : gpu::Form::plain});
}

void VirtualDriver::record(gpu::EventState* event, gpu::StreamState* stream) {
  const std::scoped_lock lock(mutex_);
  event->mark = std::make_shared<gpu::Mark>();
  submit(stream, RecordCommand{event->mark});
}

void VirtualDriver::wait(gpu::StreamState* stream, gpu::EventState* event) {
  const std::scoped_lock lock(mutex_);
  if (event->mark) {
    submit(stream, WaitCommand{event->mark});
  }
}

void VirtualDriver::synchronize(gpu::StreamState* stream) {
  const std::scoped_lock lock(mutex_);
  run_until([&] { return stream->commands.empty(); });
}

void VirtualDriver::synchronize(gpu::EventState* event) {
  const std::scoped_lock lock(mutex_);
  run_until([&] { return !event->mark || event->mark->reached; });
}

bool VirtualDriver::reached(gpu::EventState* event) {
  const std::scoped_lock lock(mutex_);
  return !event->mark || event->mark->reached;
}

Millis VirtualDriver::elapsed(gpu::EventState* from, gpu::EventState* to) {
  const std::scoped_lock lock(mutex_);
  return to->mark->time - from->mark->time;
}

void VirtualDriver::submit(gpu::StreamState* stream, gpu::host::Command command) {
  stream->commands.push_back(std::move(command));
  advance(stream);
  changed_.notify_all();
}

/// Does what takes no time, up to a command for an engine or a mark that has not been reached.
void VirtualDriver::advance(gpu::StreamState* stream) {
  while (!stream->waiting && !stream->commands.empty()) {
    const gpu::host::Command& first = stream->commands.front();
    if (const auto* record = std::get_if<RecordCommand>(&first)) {
      reach(*record->mark);
    } else if (const auto* wait = std::get_if<WaitCommand>(&first)) {
      if (!wait->mark->reached) {
        wait->mark->waiting.push_back(stream);
        stream->waiting = true;
        return;
      }
    } else {
      if (sms_ && std::holds_alternative<LaunchCommand>(first)) {
        sms_->start(stream, now_);
      } else {
        engine_of(first).queue.push_back(stream);
      }
      stream->waiting = true;
      return;
    }
    stream->commands.pop_front();
  }
}

void VirtualDriver::reach(gpu::Mark& mark) {
  mark.reached = true;
  mark.time = now_;
  ++reached_;
  for (gpu::StreamState* stream : std::exchange(mark.waiting, {})) {
    stream->waiting = false;
    advance(stream);
  }
}

VirtualDriver::Engine& VirtualDriver::engine_of(const gpu::host::Command& command) {
  const auto* copy = std::get_if<CopyCommand>(&command);
  return engines_[index(copy == nullptr ? Stage::kernel : copy->direction == Direction::h2d ? Stage::h2d : Stage::d2h)];
}

bool VirtualDriver::busy() const {
  return (sms_ && sms_->busy()) || std::ranges::any_of(engines_, [](const Engine& engine) {
           return engine.serving != nullptr || !engine.queue.empty();
         });
}

/// Pageable copies never overlap.
bool VirtualDriver::may_start(const Engine& engine) const {
  const auto pageable = [](const gpu::StreamState* stream) {
    const CopyCommand* copy = copy_of(stream);
    return copy != nullptr && copy->memory == Memory::pageable;
  };
  return engine.serving == nullptr && !engine.queue.empty() &&
         !(pageable(engine.queue.front()) &&
           std::ranges::any_of(engines_, [&](const Engine& other) { return pageable(other.serving); }));
}

void VirtualDriver::start(Engine& engine) {
  engine.serving = engine.queue.front();
  engine.queue.pop_front();
  if (const CopyCommand* copy = copy_of(engine.serving)) {
    engine.next = now_ + nanoseconds(link_[index(copy->memory)][index(copy->direction)].latency);
    engine.bytes_left = static_cast<double>(copy->size.count);
    return;
  }
  const auto& launch = std::get<LaunchCommand>(engine.serving->commands.front());
  const auto sms = static_cast<std::uint32_t>(properties().sms);
  const std::uint32_t working = working_sms(launch);
  engine.next = now_ + nanoseconds(kInvocation);
  engine.ctas_left = launch.ctas / sms * working + std::min(launch.ctas % sms, working);  // dealt round-robin
}

/// All of them for the plain form: nobody asked for less.
std::uint32_t VirtualDriver::working_sms(const gpu::host::LaunchCommand& launch) const {
  const std::uint32_t end = std::min(launch.control.sms, static_cast<std::uint32_t>(properties().sms));
  return end - std::min(end, launch.control.first_sm);
}

/// What an engine does once what was under way has ended: the payload after the latency, the next wave, or an end.
void VirtualDriver::go_on(Engine& engine) {
  const CopyCommand* copy = copy_of(engine.serving);
  if (copy != nullptr && !engine.moving) {
    engine.moving = true;
    return;
  }
  if (copy != nullptr) {
    move_bytes(*copy);
    engine.moving = false;
  } else if (const Millis wave = run_wave(engine); wave > Millis{0}) {
    engine.next = now_ + nanoseconds(wave);
    return;
  }
  end_command(std::exchange(engine.serving, nullptr));
}

void VirtualDriver::end_command(gpu::StreamState* stream) {
  stream->commands.pop_front();
  stream->waiting = false;
  advance(stream);
}

/// As many CTAs as run at once, each with one subtask; persistent ones come back for more. Returns how long that takes,
/// less where fewer were left to do; 0: none was.
Millis VirtualDriver::run_wave(Engine& engine) {
  const auto& launch = std::get<LaunchCommand>(engine.serving->commands.front());
  const gpu::Control& control = launch.control;
  const bool persistent = launch.form == gpu::Form::persistent;
  const std::uint32_t room =
      static_cast<std::uint32_t>(resources(launch.code, launch.form).ctas_per_sm) * working_sms(launch);
  if (persistent && *control.state != static_cast<std::uint32_t>(gpu::BsuState::run)) {
    return Millis{0};
  }
  const std::uint32_t ctas = std::min(engine.ctas_left, room);
  const std::uint32_t at_once = persistent ? ctas : room;
  std::uint32_t done = 0;
  for (std::uint32_t cta = 0; cta < ctas; ++cta) {
    const std::uint32_t subtask = persistent ? (*control.next_subtask)++ : launch.ctas - engine.ctas_left + cta;
    if (!persistent || subtask < control.subtasks) {
      if (subtask < control.period) {  // again is the same
        do_subtask(launch, subtask);
      }
      ++done;
      if (control.done != nullptr) {
        ++*control.done;
      }
    }
  }
  if (!persistent) {
    engine.ctas_left -= done;
  }
  const bool cached = (persistent ? control.subtasks : launch.ctas) < traits_.cached_subtasks;
  return kCta * (static_cast<double>(done) / at_once) * (cached ? 0.5 : 1.0);
}

void VirtualDriver::move_bytes(const CopyCommand& copy) {
  std::memcpy(copy.to, copy.from, static_cast<std::size_t>(copy.size.count));
}

void VirtualDriver::do_subtask(const LaunchCommand& launch, std::uint32_t subtask) {
  launch.code.run_plain(0, launch.arguments.data(), subtask);
}

void VirtualDriver::move_payloads(Time to) {
  const double seconds = std::chrono::duration<double>(to - now_).count();
  for (const Direction direction : {Direction::h2d, Direction::d2h}) {
    Engine& engine = engines_[index(direction == Direction::h2d ? Stage::h2d : Stage::d2h)];
    if (engine.moving) {
      engine.bytes_left -= rate(direction).value * seconds;
    }
  }
  now_ = to;
}

BytesPerSecond VirtualDriver::rate(Direction direction) const {
  const Engine& in = engines_[index(Stage::h2d)];
  const Engine& out = engines_[index(Stage::d2h)];
  const CopyCommand& own = *copy_of((direction == Direction::h2d ? in : out).serving);
  const gpu::host::LinkSpeed& speed = link_[index(own.memory)][index(direction)];
  if (!in.moving || !out.moving) {
    return speed.alone;
  }
  const CopyCommand& one = *copy_of(in.serving);
  const CopyCommand& other = *copy_of(out.serving);
  if (one.memory != Memory::pinned || other.memory != Memory::pinned) {
    return speed.mixed;
  }
  const bool slow = std::max(one.size, other.size) > traits_.slow_beyond;
  return slow ? BytesPerSecond{speed.duplex.value * 0.8} : speed.duplex;
}

/// Goes to where something ends next, if that is within the limit.
bool VirtualDriver::step(Time limit) {
  for (Engine& engine : engines_) {
    if (may_start(engine)) {
      start(engine);
    }
    if (engine.moving) {
      const Direction direction = copy_of(engine.serving)->direction;
      engine.next =
          now_ + nanoseconds(std::chrono::duration<double>(std::max(engine.bytes_left, 0.0) / rate(direction).value));
    }
  }
  Engine* first = nullptr;
  for (Engine& engine : engines_) {
    if (engine.serving != nullptr && (first == nullptr || engine.next < first->next)) {
      first = &engine;
    }
  }
  if (const std::optional<Time> next = sms_ ? sms_->next() : std::nullopt;
      next && *next <= limit && (first == nullptr || *next <= first->next)) {
    move_payloads(*next);
    for (gpu::StreamState* stream : sms_->advance(now_)) {
      end_command(stream);
    }
    return true;
  }
  if (first == nullptr || first->next > limit) {
    return false;
  }
  move_payloads(first->next);
  go_on(*first);
  return true;
}

void VirtualDriver::run_until(const std::function<bool()>& done) {
  while (!done()) {
    if (!step(Time::max())) {
      throw std::logic_error("what is waited for never happens");
    }
  }
}

}  // namespace warpshop::test
