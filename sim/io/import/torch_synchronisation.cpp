#include "sim/io/import/torch_synchronisation.hpp"

#include <algorithm>
#include <cstddef>
#include <unordered_map>

namespace warpshop::io {
namespace {

using Positions = std::unordered_map<std::uint64_t, std::size_t>;

RecordedCall* call_with(std::vector<RecordedCall>& calls, const Positions& positions, std::uint64_t correlation) {
  const auto found = positions.find(correlation);
  return found == positions.end() ? nullptr : &calls[found->second];
}

/// What a call is told, except for its event's record.
void tell_stream(RecordedCall& call, const TorchSynchronisation& synchronisation) {
  if (call.kind != CallKind::synchronise_device) {
    call.stream = synchronisation.stream;
    call.event = synchronisation.event;
  }
  if (call.kind == CallKind::synchronise_event) {
    call.stream.reset();  // the host waits, not a stream
  }
}

/// The same for what it waits for: the call that recorded the event, or else the stream that it was recorded on.
void tell_record(RecordedCall& call, const TorchSynchronisation& synchronisation, RecordedCall* record) {
  if (call.kind != CallKind::synchronise_event && call.kind != CallKind::wait_event) {
    return;
  }
  if (record == nullptr || record->kind != CallKind::record_event) {
    call.awaited_stream = synchronisation.awaited_stream;
    return;
  }
  call.record = record->correlation;
  if (!record->stream) {
    record->stream = synchronisation.awaited_stream;
  }
  if (!record->event) {
    record->event = synchronisation.event;
  }
}

RecordedCall call_of_its_own(const TorchSynchronisation& synchronisation, std::optional<std::uint64_t> thread) {
  return {.kind = synchronisation.kind,
          .name = synchronisation.name,
          .start = synchronisation.start,
          .end = synchronisation.end,
          .thread = thread.value_or(synchronisation.thread),
          .process = synchronisation.process,
          .correlation = synchronisation.correlation};
}

std::optional<std::uint64_t> only_thread(const std::vector<RecordedCall>& calls) {
  const bool one = !calls.empty() && std::all_of(calls.begin(), calls.end(), [&](const RecordedCall& call) {
    return call.thread == calls.front().thread;
  });
  return one ? std::optional{calls.front().thread} : std::nullopt;
}

}  // namespace

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

void join(std::vector<RecordedCall>& calls, const std::vector<TorchSynchronisation>& synchronisations) {
  const std::optional<std::uint64_t> thread = only_thread(calls);
  Positions positions;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (calls[i].correlation != 0) {
      positions.emplace(calls[i].correlation, i);
    }
  }
  for (const TorchSynchronisation& synchronisation : synchronisations) {
    RecordedCall* call = call_with(calls, positions, synchronisation.correlation);
    if (call == nullptr) {
      if (synchronisation.kind == CallKind::record_event) {
        continue;
      }
      calls.push_back(call_of_its_own(synchronisation, thread));
      call = &calls.back();
    }
    if (call->kind == CallKind::other) {
      call->kind = synchronisation.kind;
    }
    if (call->kind != synchronisation.kind) {
      continue;  // a copy or a free that waits by the way
    }
    tell_stream(*call, synchronisation);
    tell_record(*call, synchronisation,
                synchronisation.record ? call_with(calls, positions, *synchronisation.record) : nullptr);
  }
}

}  // namespace warpshop::io
