#include "sim/io/import/torch_recording.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <unordered_map>

#include "sim/model/error.hpp"

namespace warpshop::io {
namespace {

using std::chrono::nanoseconds;

/// By start, of equal ones as they were; of those with equal keys, which begin with the start, only the first one.
template <class Record, class Key>
void order_records(std::vector<Record>& records, Key key) {
  std::vector<std::uint32_t> positions(records.size());
  std::iota(positions.begin(), positions.end(), 0U);
  std::stable_sort(positions.begin(), positions.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return key(records[a]) < key(records[b]); });
  const auto last = std::unique(positions.begin(), positions.end(),
                                [&](std::uint32_t a, std::uint32_t b) { return key(records[a]) == key(records[b]); });
  positions.erase(last, positions.end());
  std::sort(positions.begin(), positions.end());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    records[i] = records[positions[i]];
  }
  records.resize(positions.size());
  std::stable_sort(records.begin(), records.end(), [](const Record& a, const Record& b) { return a.start < b.start; });
}

/// All of it: two commands of a graph's launch may have all but a name or a size in common, where times are rounded.
auto command_key(const RecordedCommand& command) {
  return std::tie(command.start, command.end, command.correlation, command.device, command.process, command.stream,
                  command.kind, command.name, command.bytes, command.ctas, command.cta.threads, command.cta.registers,
                  command.cta.shared_memory);
}

auto call_key(const RecordedCall& call) {
  return std::tie(call.start, call.correlation, call.thread, call.kind);
}

auto span_key(const MarkedSpan& span) {
  return std::tie(span.start, span.end, span.thread, span.name);
}

template <class Function>
void for_each_list(RecordedTrace& trace, Function function) {
  function(trace.commands);
  function(trace.calls);
  function(trace.spans);
}

/// Tells a call what CUPTI says of it, and what it waits for: `record`, the call that recorded the event, where that is
/// known, or else the stream that it was recorded on.
void tell(RecordedCall& call, const RecordedCall& told, RecordedCall* record) {
  if (call.kind != CallKind::synchronise_device) {
    call.event = told.event;
    call.stream = call.kind == CallKind::synchronise_event ? std::nullopt : told.stream;  // the host waits, no stream
  }
  if (call.kind != CallKind::synchronise_event && call.kind != CallKind::wait_event) {
    return;
  }
  if (record == nullptr || record->kind != CallKind::record_event) {
    call.awaited_stream = told.awaited_stream;
    return;
  }
  call.record = record->correlation;
  record->stream = record->stream ? record->stream : told.awaited_stream;
  record->event = record->event ? record->event : told.event;
}

}  // namespace

void TorchRecording::refuse(Mark mark, std::string_view message) const {
  throw InputError(trace_.file, mark, message);
}

void TorchRecording::add(TorchEvent& event) {
  switch (event.phase) {
    case 'X':
      if (event.category != TorchCategory::other) {
        record(event);
      }
      break;
    case 'B':
      begin(event);
      break;
    case 'E':
      end(event);
      break;
    default:
      break;
  }
}

void TorchRecording::begin(TorchEvent& event) {
  if (++open_count_ > kMostOpen) {
    refuse(event.mark, "too many events have begun and not ended, expected at most 262144");
  }
  Thread thread{event.process, event.thread};
  open_[std::move(thread)].push_back(std::move(event));
}

/// Ends what began last in the same thread; an end without a beginning was cut off by the recording.
void TorchRecording::end(const TorchEvent& event) {
  const auto open = open_.find({event.process, event.thread});
  if (open == open_.end() || open->second.empty()) {
    return;
  }
  TorchEvent begun = std::move(open->second.back());
  open->second.pop_back();
  --open_count_;
  if (begun.category == TorchCategory::other) {
    return;
  }
  begun.mistakes.insert(begun.mistakes.end(), event.mistakes.begin(), event.mistakes.end());
  if (begun.start && event.start) {
    begun.duration = *event.start - *begun.start;
    if (*event.start < *begun.start) {
      begun.mistakes.push_back(
          {TorchField::duration, event.mark, "an event ends before it starts, expected times that grow"});
    }
  }
  for (std::size_t i = 0; i < kTorchNumbers; ++i) {
    if (!begun.numbers[i]) {
      begun.numbers[i] = event.numbers[i];
    }
  }
  record(begun);
}

void TorchRecording::add(RecordedGpu gpu) {
  constexpr std::size_t kMostGpus = 1024;
  const bool is_new = std::none_of(trace_.gpus.begin(), trace_.gpus.end(),
                                   [&](const RecordedGpu& known) { return known.device == gpu.device; });
  if (is_new && trace_.gpus.size() < kMostGpus) {
    trace_.gpus.push_back(std::move(gpu));
  }
}

RecordedTrace TorchRecording::finish(const std::string& expected) {
  if (trace_.commands.empty()) {
    refuse({}, "has no kernel, copy or memset of a GPU in it, expected " + expected);
  }
  processes_.apart(trace_, synchronisations_, host_copies_);
  std::sort(host_copies_.begin(), host_copies_.end());
  for (RecordedCall& call : trace_.calls) {
    if (std::binary_search(host_copies_.begin(), host_copies_.end(), TorchOwned{call.process, call.correlation})) {
      call.kind = CallKind::other;
    }
  }
  take_bytes_of_calls();
  join_synchronisations();
  const std::size_t commands = trace_.commands.size();
  order_records(trace_.commands, command_key);
  trace_.repeated = commands - trace_.commands.size();
  order_records(trace_.calls, call_key);
  order_records(trace_.spans, span_key);
  rebase();
  trace_.source = "PyTorch profiler";
  trace_.names = names_.take();
  return std::move(trace_);
}

/// Of copies whose size the recording says of their calls alone: of each its only one.
void TorchRecording::take_bytes_of_calls() {
  std::unordered_map<std::uint64_t, Bytes> bytes;  // by correlation
  for (const RecordedCall& call : trace_.calls) {
    if (call.kind == CallKind::copy && call.correlation != 0 && call.bytes > Bytes{0}) {
      bytes.emplace(call.correlation, call.bytes);
    }
  }
  for (RecordedCommand& command : trace_.commands) {
    const auto found = bytes.find(command.correlation);
    if (command.kind != CommandKind::kernel && command.bytes == Bytes{0} && found != bytes.end()) {
      command.bytes = found->second;
      bytes.erase(found);
    }
  }
}

/// Tells the calls what CUPTI says of them, by their correlation. A wait without a call becomes a call: of the only
/// thread that calls, or of its own. Calls to be sorted afterwards.
void TorchRecording::join_synchronisations() {
  std::vector<RecordedCall>& calls = trace_.calls;
  const bool has_one_thread = !calls.empty() && std::all_of(calls.begin(), calls.end(), [&](const RecordedCall& call) {
    return call.thread == calls.front().thread;
  });
  std::unordered_map<std::uint64_t, std::size_t> positions;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (calls[i].correlation != 0) {
      positions.emplace(calls[i].correlation, i);
    }
  }
  const auto call_with = [&](std::uint64_t correlation) {
    const auto found = positions.find(correlation);
    return found == positions.end() ? nullptr : &calls[found->second];
  };
  for (const RecordedCall& told : synchronisations_) {
    RecordedCall* call = call_with(told.correlation);
    if (call == nullptr) {
      if (told.kind == CallKind::record_event) {
        continue;
      }
      call = &calls.emplace_back(told);
      call->thread = has_one_thread ? calls.front().thread : told.thread;
      call->stream = call->event = call->record = call->awaited_stream = std::nullopt;
    }
    if (call->kind == CallKind::other) {
      call->kind = told.kind;
    }
    if (call->kind == told.kind) {  // else a copy or a free that waits by the way
      tell(*call, told, told.record ? call_with(*told.record) : nullptr);
    }
  }
  synchronisations_ = {};
}

/// Times count from the earliest one: as they are, a double has a quarter of a microsecond of them.
void TorchRecording::rebase() {
  nanoseconds origin = trace_.commands.front().start;
  for_each_list(trace_, [&](const auto& list) {
    if (!list.empty()) {
      origin = std::min(origin, list.front().start);
    }
  });
  bool whole = true;  // microseconds
  for_each_list(trace_, [&](auto& list) {
    for (auto& record : list) {
      whole = whole && record.start.count() % 1000 == 0 && record.end.count() % 1000 == 0;
      record.start -= origin;
      record.end -= origin;
    }
  });
  trace_.resolution = whole ? nanoseconds{1000} : nanoseconds{1};
}

}  // namespace warpshop::io
