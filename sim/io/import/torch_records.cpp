#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

#include <fmt/format.h>

#include "sim/io/import/torch_recording.hpp"
#include "sim/model/quantity.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::io {
namespace {

/// What stands for `none` and `all` where a number of 32 bits was meant.
constexpr std::int64_t kInvalid = std::numeric_limits<std::uint32_t>::max();

/// A number that names something: above 0, and not the one that stands for none.
std::optional<std::uint64_t> named_number(const std::optional<std::int64_t>& number) {
  const bool names = number && *number > 0 && *number != kInvalid;
  return names ? std::optional{static_cast<std::uint64_t>(*number)} : std::nullopt;
}

/// The product of three numbers from 0 to 2^31 - 1; nothing: it is beyond an int64.
std::optional<std::int64_t> product_of(const std::array<std::int64_t, 3>& factors) {
  std::int64_t result = 0;
  const bool beyond = __builtin_mul_overflow(factors[0] * factors[1], factors[2], &result);
  return beyond ? std::nullopt : std::optional{result};
}

/// Whether a command of a category cannot do without what a field says.
bool needs(TorchCategory category, TorchField field) {
  switch (field) {
    case TorchField::start:
    case TorchField::duration:
    case TorchField::device:
    case TorchField::context:
    case TorchField::stream:
    case TorchField::correlation:
      return true;
    case TorchField::bytes:
      return category != TorchCategory::kernel;
    case TorchField::grid:
    case TorchField::block:
    case TorchField::registers:
    case TorchField::shared_memory:
      return category == TorchCategory::kernel;
    default:
      return false;
  }
}

std::int64_t recorded_device(const TorchEvent& event) {
  return event.number(TorchField::device).value_or(event.process.number);
}

std::optional<std::uint32_t> possible_device(const TorchEvent& event) {
  const std::int64_t device = recorded_device(event);
  const bool possible = device >= 0 && device <= std::numeric_limits<std::int32_t>::max();
  return possible ? std::optional{static_cast<std::uint32_t>(device)} : std::nullopt;
}

/// By `cuda_sync_kind`; CallKind::other: it is none.
CallKind torch_synchronisation_kind(std::string_view name) {
  if (name == "Stream Wait Event") {
    return CallKind::wait_event;
  }
  if (name.starts_with("Stream Sync")) {
    return CallKind::synchronise_stream;
  }
  if (name.starts_with("Event Sync")) {
    return CallKind::synchronise_event;
  }
  const bool all = name.starts_with("Context Sync") || name.starts_with("Device Sync");
  return all ? CallKind::synchronise_device : CallKind::other;
}

/// Where a copy starts or ends: H host, D device or array, P one of two GPUs; 0 unknown.
struct NamedEnds {
  char from = 0;
  char to = 0;
};

char end_of(char letter) {
  return letter == 'A' ? 'D' : letter;
}

char end_of(std::string_view memory) {
  if (memory.starts_with("Pageable") || memory.starts_with("Pinned")) {
    return 'H';
  }
  return memory.starts_with("Device") || memory.starts_with("Array") ? 'D' : '\0';
}

std::optional<Memory> memory_of(std::string_view memory) {
  if (memory.starts_with("Pageable")) {
    return Memory::pageable;
  }
  return memory.starts_with("Pinned") ? std::optional{Memory::pinned} : std::nullopt;
}

std::optional<CommandKind> kind_of(const NamedEnds& ends, bool migrates) {
  if (ends.from == 'P') {
    return CommandKind::peer;
  }
  if (ends.from == 'D' && ends.to == 'D') {
    return CommandKind::d2d;
  }
  if (ends.from == 'H') {
    return migrates ? CommandKind::migration_h2d : CommandKind::h2d;
  }
  return migrates ? CommandKind::migration_d2h : CommandKind::d2h;
}

/// What the name of a copy says of it.
struct TorchCopy {
  std::optional<CommandKind> kind = {};  ///< nothing: from host to host
  std::optional<Memory> memory = {};     ///< of the host's side
};

/// Reads a name such as `Memcpy HtoD (Pageable -> Device)`, the only place where Kineto says what a copy does. Arrays
/// (HtoA, AtoD …) are memory of the device. Nothing: it is no such name.
std::optional<TorchCopy> torch_copy(std::string_view name) {
  constexpr std::string_view kCopy = "Memcpy ";
  constexpr std::string_view kArrow = " -> ";
  const std::size_t copy = name.find(kCopy);
  if (copy == std::string_view::npos) {
    return std::nullopt;
  }
  const bool migrates = name.substr(0, copy).find("Unified") != std::string_view::npos;
  std::string_view rest = name.substr(copy + kCopy.size());
  const std::string_view direction = rest.substr(0, rest.find(' '));
  rest.remove_prefix(direction.size());
  const std::size_t arrow = std::min(rest.find(kArrow), rest.size());
  const std::string_view from = rest.substr(0, arrow).starts_with(" (") ? rest.substr(2, arrow - 2) : "";
  const std::string_view to = arrow < rest.size() ? rest.substr(arrow + kArrow.size()) : "";
  NamedEnds ends;
  if (direction.size() == 4 && direction.substr(1, 2) == "to") {
    ends = {end_of(direction.front()), end_of(direction.back())};
  } else {
    ends = {end_of(from), end_of(to)};
  }
  constexpr std::string_view kEnds = "HDP";
  if (kEnds.find(ends.from) == std::string_view::npos || kEnds.find(ends.to) == std::string_view::npos ||
      (ends.from == 'P') != (ends.to == 'P')) {
    return std::nullopt;
  }
  if (ends.from == 'H' && ends.to == 'H') {
    return TorchCopy{};
  }
  TorchCopy result{.kind = kind_of(ends, migrates)};
  if (ends.from == 'H' || ends.to == 'H') {
    result.memory = memory_of(ends.from == 'H' ? from : to);
  }
  return result;
}

}  // namespace

void TorchRecording::record(const TorchEvent& event) {
  if (!is_command(event.category)) {
    record_beside(event);
    return;
  }
  const auto needed = std::find_if(event.mistakes.begin(), event.mistakes.end(),
                                   [&](const TorchMistake& mistake) { return needs(event.category, mistake.field); });
  if (needed != event.mistakes.end()) {
    refuse(needed->mark, needed->message);
  }
  const TimeSpan span = span_of(event);
  if (event.category == TorchCategory::copy) {
    record_copy(event, span);
  } else {
    record_command(event, event.category == TorchCategory::kernel ? CommandKind::kernel : CommandKind::memset, span);
  }
  check_size(event);
}

void TorchRecording::record_beside(const TorchEvent& event) {
  const std::optional<TimeSpan> span = usable_span(event);
  if (!span) {
    ++trace_.left_out;
    return;
  }
  switch (event.category) {
    case TorchCategory::call:
      record_call(event, *span);
      break;
    case TorchCategory::synchronisation:
    case TorchCategory::event_record:
      record_synchronisation(event, *span);
      break;
    case TorchCategory::annotation:
      trace_.spans.push_back({.name = names_.position(event.name),
                              .start = span->start,
                              .end = span->end,
                              .thread = thread_of(event),
                              .process = processes_.of_host(event.process)});
      break;
    default:
      break;
  }
  check_size(event);
}

std::optional<TimeSpan> TorchRecording::usable_span(const TorchEvent& event) {
  const bool wrong = std::any_of(event.mistakes.begin(), event.mistakes.end(), [](const TorchMistake& mistake) {
    return mistake.field == TorchField::start || mistake.field == TorchField::duration;
  });
  const bool lasts = event.duration || event.category == TorchCategory::event_record;
  const std::chrono::nanoseconds duration = event.duration.value_or(std::chrono::nanoseconds{0});
  if (wrong || !event.start || !lasts || duration > std::chrono::nanoseconds::max() / 2 - *event.start) {
    return std::nullopt;
  }
  return TimeSpan{*event.start, *event.start + duration};
}

TimeSpan TorchRecording::span_of(const TorchEvent& event) const {
  if (!event.start) {
    refuse(event.mark, "an event without 'ts', expected its start in microseconds");
  }
  if (!event.duration) {
    refuse(event.mark, "an event without 'dur', expected its duration in microseconds");
  }
  const std::optional<TimeSpan> span = usable_span(event);
  if (!span) {
    refuse(event.mark, "an event ends out of range, expected times within 146 years");
  }
  return *span;
}

void TorchRecording::check_size(const TorchEvent& event) const {
  const std::size_t events = trace_.commands.size() + trace_.calls.size() + trace_.spans.size() +
                             synchronisations_.size() + host_copies_.size();
  if (events > kMostEvents) {
    refuse(event.mark, "too many events of CUDA, expected at most 16777216");
  }
  if (names_.too_many()) {
    refuse(event.mark, "too many different names, expected at most 256 MiB of them");
  }
}

std::int64_t TorchRecording::amount(const TorchEvent& event, TorchField field, std::int64_t most) const {
  const std::int64_t value = event.number(field).value_or(0);
  if (value < 0 || value > most) {
    refuse(event.mark, fmt::format("an event with {} where at most {} makes sense", value, most));
  }
  return value;
}

std::uint32_t TorchRecording::device_of(const TorchEvent& event) const {
  const std::optional<std::uint32_t> device = possible_device(event);
  if (!device) {
    refuse(event.mark, fmt::format("an event of device {}, expected one from 0 on", recorded_device(event)));
  }
  return *device;
}

std::optional<std::uint64_t> TorchRecording::stream_of(const TorchEvent& event,
                                                       const std::optional<std::int64_t>& stream) {
  const std::optional<std::uint32_t> device = possible_device(event);
  if (!device || !stream || *stream < 0 || *stream == kInvalid) {
    return std::nullopt;
  }
  return streams_(key_of(event, *device, *stream));
}

/// What a number, such as that of a stream, counts within.
UniqueNumbers::Key TorchRecording::key_of(const TorchEvent& event, std::uint32_t device, std::int64_t number) {
  const std::int64_t context = event.number(TorchField::context).value_or(0);
  return {processes_.of_gpu(event.process), device, static_cast<std::uint64_t>(context),
          static_cast<std::uint64_t>(number)};
}

std::uint64_t TorchRecording::thread_of(const TorchEvent& event) {
  return threads_.try_emplace({event.process, event.thread}, threads_.size()).first->second;
}

void TorchRecording::set_kernel(RecordedCommand& command, const TorchEvent& event) const {
  constexpr std::int64_t kMostThreads = 1024;  // of a CTA, since compute capability 2.0
  constexpr std::int64_t kMostRegisters = 1024;
  constexpr std::int64_t kMostSharedMemory = std::int64_t{1} << 30;
  const std::optional<std::int64_t> ctas = product_of(event.grid);
  const std::optional<std::int64_t> threads = product_of(event.block);
  if (!ctas) {
    refuse(event.mark, "a grid of more than 2^63 - 1 CTAs, expected fewer");
  }
  if (!threads || *threads > kMostThreads) {
    refuse(event.mark, "a block of more than 1024 threads, expected fewer");
  }
  command.ctas = *ctas;
  command.cta.threads = *threads;
  command.cta.registers = amount(event, TorchField::registers, kMostRegisters);
  command.cta.shared_memory = Bytes{amount(event, TorchField::shared_memory, kMostSharedMemory)};
}

void TorchRecording::record_command(const TorchEvent& event, CommandKind kind, const TimeSpan& span) {
  std::optional<std::int64_t> stream = event.number(TorchField::stream);
  if (!stream && event.thread.text.empty()) {
    stream = event.thread.number;
  }
  if (!stream) {
    refuse(event.mark, "a command without 'stream', expected the number of one");
  }
  RecordedCommand command{.kind = kind,
                          .name = names_.position(event.name),
                          .start = span.start,
                          .end = span.end,
                          .device = device_of(event),
                          .process = processes_.of_gpu(event.process),
                          .correlation = named_number(event.number(TorchField::correlation)).value_or(0)};
  command.stream = streams_(key_of(event, command.device, *stream));
  command.cta.threads = 0;
  if (kind == CommandKind::kernel) {
    set_kernel(command, event);
  } else {
    command.bytes = Bytes{amount(event, TorchField::bytes, kLargestWhole)};
  }
  trace_.commands.push_back(command);
}

void TorchRecording::record_copy(const TorchEvent& event, const TimeSpan& span) {
  const std::optional<TorchCopy> copy = torch_copy(event.name);
  if (!copy) {
    refuse(event.mark, fmt::format("a copy with the name {}, expected one such as 'Memcpy HtoD (Pinned -> Device)'",
                                   in_quotes(event.name)));
  }
  if (copy->kind) {
    record_command(event, *copy->kind, span);
    trace_.commands.back().memory = copy->memory;
  } else if (const auto correlation = named_number(event.number(TorchField::correlation))) {
    host_copies_.emplace_back(processes_.of_gpu(event.process), *correlation);
  }
}

void TorchRecording::record_call(const TorchEvent& event, const TimeSpan& span) {
  const std::int64_t bytes = event.number(TorchField::bytes).value_or(0);
  trace_.calls.push_back({.kind = names_.call_kind_of(names_.position(event.name)),
                          .start = span.start,
                          .end = span.end,
                          .thread = thread_of(event),
                          .process = processes_.of_host(event.process),
                          .correlation = named_number(event.number(TorchField::correlation)).value_or(0),
                          .bytes = Bytes{bytes > 0 && bytes <= kLargestWhole ? bytes : 0}});
}

void TorchRecording::record_synchronisation(const TorchEvent& event, const TimeSpan& span) {
  const bool records = event.category == TorchCategory::event_record;
  const CallKind kind = records ? CallKind::record_event
                                : torch_synchronisation_kind(event.sync_kind.empty() ? event.name : event.sync_kind);
  if (kind == CallKind::other) {
    return;
  }
  RecordedCall synchronisation{.kind = kind,
                               .start = span.start,
                               .end = span.end,
                               .thread = thread_of(event),
                               .process = processes_.of_gpu(event.process),
                               .correlation = named_number(event.number(TorchField::correlation)).value_or(0),
                               .stream = stream_of(event, event.number(TorchField::stream)),
                               .record = named_number(event.number(TorchField::awaited_record)),
                               .awaited_stream = stream_of(event, event.number(TorchField::awaited_stream))};
  const auto& cuda_event = event.number(records ? TorchField::event : TorchField::awaited_event);
  const std::optional<std::uint32_t> device = possible_device(event);
  if (device && cuda_event && *cuda_event >= 0 && *cuda_event != kInvalid) {
    synchronisation.event = events_(key_of(event, *device, *cuda_event));
  }
  synchronisations_.push_back(synchronisation);
}

}  // namespace warpshop::io
