#include "sim/io/import/nsys_calls.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/io/import/nsys_table.hpp"
#include "sim/io/import/recorded_trace.hpp"

namespace warpshop::io {
namespace {

/// One call that recorded an event.
struct EventRecord {
  std::uint64_t event = 0;
  std::uint64_t correlation = 0;
  std::uint64_t stream = 0;

  bool operator<(const EventRecord& other) const {
    return std::tie(event, correlation) < std::tie(other.event, other.correlation);
  }
};

/// What CUPTI writes for a stream or an event that a call does not have, in 32 bits.
bool is_none(std::int64_t id) {
  return id < 0 || id == std::numeric_limits<std::uint32_t>::max();
}

/// Records of events, and which of them a wait is for.
class EventRecords {
 public:
  EventRecords(const SqliteFile& file, NsysIds& ids) {
    enum Column : std::uint8_t { kContext, kStream, kCorrelation, kProcess, kEvent, kLink };
    NsysTable table(file, "CUPTI_ACTIVITY_KIND_CUDA_EVENT",
                    {"contextId", "streamId", "correlationId", "globalPid", "eventId", "eventSyncId"}, NsysUse::beside);
    while (table.next()) {
      const std::uint32_t process = ids.process(table.integer(kProcess));
      const std::int64_t context = table.integer(kContext).value_or(0);
      const EventRecord record{.event = ids.event(process, context, table.integer(kEvent).value_or(0)),
                               .correlation = table.correlation(kCorrelation, process),
                               .stream = ids.stream(process, context, table.integer(kStream).value_or(0))};
      if (const std::int64_t link = table.integer(kLink).value_or(0); link > 0) {
        by_link_.emplace(std::pair{process, link}, record);
      }
      records_.push_back(record);
    }
    std::sort(records_.begin(), records_.end());
  }

  const std::vector<EventRecord>& all() const { return records_; }

  /// The one that the export links, else the last one of that event before the wait: correlations count up in the order
  /// of calls. nullptr: none is recorded, and then there is nothing to wait for.
  const EventRecord* awaited(std::uint32_t process, std::optional<std::int64_t> link, std::uint64_t event,
                             std::uint64_t wait) const {
    const auto linked = link ? by_link_.find({process, *link}) : by_link_.end();
    if (linked != by_link_.end()) {
      return &linked->second;
    }
    const auto after =
        std::lower_bound(records_.begin(), records_.end(), EventRecord{.event = event, .correlation = wait});
    return after != records_.begin() && std::prev(after)->event == event ? &*std::prev(after) : nullptr;
  }

 private:
  std::vector<EventRecord> records_;  ///< by event, then correlation
  std::map<std::pair<std::uint32_t, std::int64_t>, EventRecord> by_link_;
};

/// What calls with streams and events are about, of which the table of calls itself says nothing.
class Synchronisations {
 public:
  Synchronisations(const SqliteFile& file, NsysIds& ids) {
    const EventRecords records(file, ids);
    for (const EventRecord& record : records.all()) {
      records_.try_emplace(record.correlation, Detail{.stream = record.stream, .event = record.event});
    }
    constexpr std::int64_t kThreadWaitsForEvent = 1;  // CUpti_ActivitySynchronizationType
    constexpr std::int64_t kStreamWaitsForEvent = 2;
    const NsysEnumeration kinds(
        file, "ENUM_CUPTI_SYNC_TYPE",
        {{kThreadWaitsForEvent, "TYPE_EVENT_SYNCHRONIZE"}, {kStreamWaitsForEvent, "TYPE_STREAM_WAIT_EVENT"}});
    enum Column : std::uint8_t { kContext, kStream, kCorrelation, kProcess, kKind, kEvent, kLink };
    NsysTable table(
        file, "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION",
        {"contextId", "streamId", "correlationId", "globalPid", "syncType|type", "eventId|cudaEventId", "eventSyncId"},
        NsysUse::beside);
    while (table.next()) {
      const std::uint32_t process = ids.process(table.integer(kProcess));
      const std::uint64_t correlation = table.correlation(kCorrelation, process);
      const std::int64_t context = table.integer(kContext).value_or(0);
      const std::int64_t kind = kinds.documented(table.integer(kKind));
      const std::int64_t stream = table.integer(kStream).value_or(-1);
      const std::int64_t event = table.integer(kEvent).value_or(-1);
      Detail detail;
      if (!is_none(stream) && kind != kThreadWaitsForEvent) {
        detail.stream = ids.stream(process, context, stream);
      }
      if (!is_none(event) && (kind == kThreadWaitsForEvent || kind == kStreamWaitsForEvent)) {
        detail.event = ids.event(process, context, event);
        const EventRecord* const record = records.awaited(process, table.integer(kLink), *detail.event, correlation);
        if (record != nullptr && record->correlation != 0) {
          detail.record = record->correlation;
        } else if (record != nullptr) {
          detail.awaited_stream = record->stream;
        }
      }
      waits_.try_emplace(correlation, detail);
    }
  }

  /// Fills stream, event, record and awaited_stream, as far as they are recorded and mean something for its kind.
  void complete(RecordedCall& call) const {
    const bool records = call.kind == CallKind::record_event;
    const bool waits = call.kind == CallKind::synchronise_stream || call.kind == CallKind::synchronise_event ||
                       call.kind == CallKind::wait_event;
    const auto& details = records ? records_ : waits_;
    const auto found = records || waits ? details.find(call.correlation) : details.end();
    if (call.correlation == 0 || found == details.end()) {
      return;
    }
    const Detail& detail = found->second;
    if (call.kind != CallKind::synchronise_event) {
      call.stream = detail.stream;
    }
    if (call.kind != CallKind::synchronise_stream) {
      call.event = detail.event;
      call.record = detail.record;
      call.awaited_stream = detail.awaited_stream;
    }
  }

 private:
  struct Detail {
    std::optional<std::uint64_t> stream, event, record, awaited_stream;
  };

  std::unordered_map<std::uint64_t, Detail> records_, waits_;  ///< by correlation
};

void read_named_calls(const SqliteFile& file, NsysIds& ids, RecordedTrace& trace) {
  enum Column : std::uint8_t { kStart, kEnd, kThread, kCorrelation, kName };
  NsysTable table(file, "CUPTI_ACTIVITY_KIND_RUNTIME", {"start", "end", "globalTid", "correlationId", "nameId"},
                  NsysUse::beside);
  while (table.next()) {
    if (const std::optional<TimeSpan> interval = table.interval(kStart, kEnd)) {
      const std::optional<std::int64_t> name = table.integer(kName);
      const std::optional<std::int64_t> thread = table.integer(kThread);
      const std::uint32_t process = ids.process(thread);
      trace.calls.push_back({.kind = name ? ids.names().call_kind_of(ids.string(*name)) : CallKind::other,
                             .start = interval->start,
                             .end = interval->end,
                             .thread = ids.thread(thread),
                             .process = process,
                             .correlation = table.correlation(kCorrelation, process)});
    }
  }
  trace.left_out += table.impossible();
}

/// Of nvprof, which writes a file for each process.
void read_numbered_calls(const SqliteFile& file, NsysIds& ids, RecordedTrace& trace) {
  enum Column : std::uint8_t { kStart, kEnd, kProcess, kThread, kCorrelation, kCall };
  std::optional<std::int64_t> known_process;
  struct Calls {
    std::string_view table;
    CallKind (*kind_of)(std::int64_t);
  };
  for (const auto& [of_calls, kind_of] :
       {Calls{"CUPTI_ACTIVITY_KIND_RUNTIME", runtime_call}, Calls{"CUPTI_ACTIVITY_KIND_DRIVER", driver_call}}) {
    NsysTable table(file, of_calls, {"start", "end", "processId", "threadId", "correlationId", "cbid"},
                    NsysUse::beside);
    while (table.next()) {
      const std::optional<std::int64_t> process = table.integer(kProcess);
      if (process && process != known_process.value_or(*process)) {
        file.refuse("has calls of several processes, whose commands nothing tells apart");
      }
      known_process = process ? process : known_process;
      if (const std::optional<TimeSpan> interval = table.interval(kStart, kEnd)) {
        trace.calls.push_back({.kind = kind_of(table.integer(kCall).value_or(0)),
                               .start = interval->start,
                               .end = interval->end,
                               .thread = ids.own_thread(table.integer(kThread).value_or(0)),
                               .correlation = table.correlation(kCorrelation, 0)});
      }
    }
    trace.left_out += table.impossible();
  }
}

/// Of calls by start, those that are not one that is open already on their thread.
void drop_repeated_calls(std::vector<RecordedCall>& calls) {
  struct Open {
    std::uint64_t correlation;
    std::chrono::nanoseconds end;
  };
  std::unordered_map<std::uint64_t, std::vector<Open>> open_in;  // by thread
  std::erase_if(calls, [&](const RecordedCall& call) {
    constexpr std::size_t kDeepest = 64;
    std::vector<Open>& open = open_in[call.thread];
    std::erase_if(open, [&](const Open& one) { return one.end <= call.start; });
    const bool repeated = call.correlation != 0 && std::any_of(open.begin(), open.end(), [&](const Open& one) {
                            return one.correlation == call.correlation;
                          });
    if (!repeated && open.size() < kDeepest) {
      open.push_back({call.correlation, call.end});
    }
    return repeated;
  });
}

/// Ranges of nvprof stand there as two marks with one number.
void read_marks(const SqliteFile& file, NsysIds& ids, RecordedTrace& trace) {
  constexpr std::int64_t kStartMark = 2;
  constexpr std::int64_t kEndMark = 4;
  std::unordered_map<std::int64_t, MarkedSpan> open;
  enum Column : std::uint8_t { kTime, kFlags, kNumber, kName };
  NsysTable table(file, "CUPTI_ACTIVITY_KIND_MARKER", {"timestamp", "flags", "id", "name"}, NsysUse::beside);
  while (table.next()) {
    const std::int64_t number = table.integer(kNumber).value_or(0);
    const std::int64_t flags = table.integer(kFlags).value_or(0);
    const std::optional<TimeSpan> time = table.interval(kTime, kTime);
    const std::optional<std::int64_t> name = table.integer(kName);
    if (time && name && (flags & kStartMark) != 0) {
      open[number] = {.name = ids.string(*name), .start = time->start, .thread = ids.own_thread(0)};
    } else if (const auto begun = open.find(number); time && begun != open.end() && (flags & kEndMark) != 0) {
      begun->second.end = std::max(begun->second.start, time->end);
      trace.spans.push_back(begun->second);
      open.erase(begun);
    }
  }
  trace.left_out += table.impossible();
}

void read_ranges(const SqliteFile& file, NsysIds& ids, RecordedTrace& trace) {
  constexpr std::int64_t kPushPopRange = 59;
  constexpr std::int64_t kStartEndRange = 60;
  enum Column : std::uint8_t { kStart, kEnd, kType, kText, kTextId, kThread };
  NsysTable table(file, "NVTX_EVENTS", {"start", "end", "eventType", "text", "textId", "globalTid"}, NsysUse::beside);
  while (table.next()) {
    const std::int64_t type = table.integer(kType).value_or(0);
    if (type != kPushPopRange && type != kStartEndRange) {
      continue;
    }
    const std::optional<TimeSpan> interval = table.interval(kStart, kEnd);
    const std::optional<std::string_view> text = table.text(kText);
    const std::optional<std::int64_t> text_id = table.integer(kTextId);
    if (interval && (text || text_id)) {
      const std::optional<std::int64_t> thread = table.integer(kThread);
      trace.spans.push_back({.name = text ? ids.name(*text) : ids.string(*text_id),
                             .start = interval->start,
                             .end = interval->end,
                             .thread = ids.thread(thread),
                             .process = ids.process(thread)});
    }
  }
  trace.left_out += table.impossible();
}

}  // namespace

void read_nsys_calls(const SqliteFile& file, NsysIds& ids, RecordedTrace& trace) {
  const Synchronisations synchronisations(file, ids);
  const auto& read = is_of_nvprof(file) ? read_numbered_calls : read_named_calls;
  read(file, ids, trace);
  for (RecordedCall& call : trace.calls) {
    synchronisations.complete(call);
  }
  sort_by_start(trace.calls);
  drop_repeated_calls(trace.calls);
}

void read_nsys_spans(const SqliteFile& file, NsysIds& ids, RecordedTrace& trace) {
  const auto& read = is_of_nvprof(file) ? read_marks : read_ranges;
  read(file, ids, trace);
  sort_by_start(trace.spans);
}

}  // namespace warpshop::io
