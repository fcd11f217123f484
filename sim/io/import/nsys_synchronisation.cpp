#include "sim/io/import/nsys_synchronisation.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "sim/io/import/nsys_enumeration.hpp"
#include "sim/io/import/nsys_table.hpp"

namespace warpshop::io {
namespace {

/// One call that recorded an event.
struct EventRecord {
  std::uint64_t event = 0;
  std::uint64_t correlation = 0;
  std::uint64_t stream = 0;
  auto key() const { return std::tie(event, correlation); }
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
      const std::uint64_t process = ids.process(table.integer(kProcess));
      const std::int64_t context = table.integer(kContext).value_or(0);
      const EventRecord record{
          .event = ids.event(process, context, table.integer(kEvent).value_or(0)),
          .correlation = NsysIds::correlation(process, table.count(kCorrelation, NsysIds::kLargestCorrelation)),
          .stream = ids.stream(process, context, table.integer(kStream).value_or(0))};
      const std::optional<std::int64_t> link = table.integer(kLink);
      if (link && *link > 0) {
        by_link_.emplace(std::pair{process, *link}, record);
      }
      records_.push_back(record);
    }
    std::sort(records_.begin(), records_.end(),
              [](const EventRecord& one, const EventRecord& other) { return one.key() < other.key(); });
  }

  const std::vector<EventRecord>& all() const { return records_; }

  /// The one that the export links, else the last one of that event before the wait: correlations count up in the order
  /// of calls. nullptr: none is recorded, and then there is nothing to wait for.
  const EventRecord* awaited(std::uint64_t process, std::optional<std::int64_t> link, std::uint64_t event,
                             std::uint64_t wait) const {
    const auto linked = link ? by_link_.find({process, *link}) : by_link_.end();
    if (linked != by_link_.end()) {
      return &linked->second;
    }
    const EventRecord bound{.event = event, .correlation = wait};
    const auto after =
        std::lower_bound(records_.begin(), records_.end(), bound,
                         [](const EventRecord& one, const EventRecord& other) { return one.key() < other.key(); });
    return after != records_.begin() && std::prev(after)->event == event ? &*std::prev(after) : nullptr;
  }

 private:
  std::vector<EventRecord> records_;  ///< by event, then correlation
  std::map<std::pair<std::uint64_t, std::int64_t>, EventRecord> by_link_;
};

}  // namespace

NsysSynchronisation::NsysSynchronisation(const SqliteFile& file, NsysIds& ids) {
  const EventRecords records(file, ids);
  for (const EventRecord& record : records.all()) {
    records_.try_emplace(record.correlation, Detail{.stream = record.stream, .event = record.event});
  }
  constexpr std::int64_t kThreadWaitsForEvent = 1;
  constexpr std::int64_t kStreamWaitsForEvent = 2;
  const NsysEnumeration kinds = synchronisation_kinds(file);
  enum Column : std::uint8_t { kContext, kStream, kCorrelation, kProcess, kKind, kEvent, kLink };
  NsysTable table(
      file, "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION",
      {"contextId", "streamId", "correlationId", "globalPid", "syncType|type", "eventId|cudaEventId", "eventSyncId"},
      NsysUse::beside);
  while (table.next()) {
    const std::uint64_t process = ids.process(table.integer(kProcess));
    const std::uint64_t correlation =
        NsysIds::correlation(process, table.count(kCorrelation, NsysIds::kLargestCorrelation));
    const std::int64_t context = table.integer(kContext).value_or(0);
    const std::int64_t kind = kinds.documented(table.integer(kKind).value_or(0));
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

void NsysSynchronisation::complete(RecordedCall& call) const {
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

}  // namespace warpshop::io
