#include "sim/io/import/nsys_calls.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "sim/io/import/call_kind.hpp"
#include "sim/io/import/nsys_synchronisation.hpp"
#include "sim/io/import/nsys_table.hpp"
#include "sim/io/import/sort_by_start.hpp"

namespace warpshop::io {
namespace {

/// Whether a call is one that is open already on its thread. Calls come by start.
class OpenCalls {
 public:
  bool repeats(const RecordedCall& call) {
    std::vector<Open>& open = threads_[call.thread];
    std::erase_if(open, [&](const Open& one) { return one.end <= call.start; });
    const bool repeated = call.correlation != 0 && std::any_of(open.begin(), open.end(), [&](const Open& one) {
                            return one.correlation == call.correlation;
                          });
    constexpr std::size_t kDeepest = 64;
    if (!repeated && open.size() < kDeepest) {
      open.push_back({call.correlation, call.end});
    }
    return repeated;
  }

 private:
  struct Open {
    std::uint64_t correlation;
    std::chrono::nanoseconds end;
  };
  std::unordered_map<std::uint64_t, std::vector<Open>> threads_;
};

}  // namespace

std::vector<RecordedCall> read_nsys_calls(const SqliteFile& file, NsysIds& ids, NsysNames& names) {
  const NsysSynchronisation synchronisation(file, ids);
  std::unordered_map<std::uint32_t, CallKind> kinds;  // by name
  std::vector<RecordedCall> calls;
  enum Column : std::uint8_t { kStart, kEnd, kThread, kCorrelation, kName };
  NsysTable table(file, "CUPTI_ACTIVITY_KIND_RUNTIME", {"start", "end", "globalTid", "correlationId", "nameId"});
  while (table.next()) {
    const std::optional<RecordedInterval> interval = table.interval(kStart, kEnd);
    if (!interval) {
      continue;
    }
    const std::optional<std::int64_t> name = table.integer(kName);
    const std::optional<std::int64_t> thread = table.integer(kThread);
    RecordedCall call{.name = name ? names.string(*name) : names.add("call"),
                      .start = interval->start,
                      .end = interval->end,
                      .thread = ids.thread(thread)};
    call.correlation =
        NsysIds::correlation(ids.process(thread), table.count(kCorrelation, NsysIds::kLargestCorrelation));
    const auto [kind, fresh] = kinds.try_emplace(call.name);
    if (fresh) {
      kind->second = call_kind(names[call.name]);
    }
    call.kind = kind->second;
    synchronisation.complete(call);
    calls.push_back(call);
  }
  sort_by_start(calls);
  OpenCalls open;
  std::erase_if(calls, [&](const RecordedCall& call) { return open.repeats(call); });
  return calls;
}

std::vector<RecordedSpan> read_nsys_spans(const SqliteFile& file, NsysIds& ids, NsysNames& names) {
  constexpr std::int64_t kPushPopRange = 59;
  constexpr std::int64_t kStartEndRange = 60;
  std::vector<RecordedSpan> spans;
  enum Column : std::uint8_t { kStart, kEnd, kType, kText, kTextId, kThread };
  NsysTable table(file, "NVTX_EVENTS", {"start", "end", "eventType", "text", "textId", "globalTid"});
  while (table.next()) {
    const std::int64_t type = table.integer(kType).value_or(0);
    if (type != kPushPopRange && type != kStartEndRange) {
      continue;
    }
    const std::optional<RecordedInterval> interval = table.interval(kStart, kEnd);
    const std::optional<std::string_view> text = table.text(kText);
    const std::optional<std::int64_t> text_id = table.integer(kTextId);
    if (interval && (text || text_id)) {
      spans.push_back({.name = text ? names.add(*text) : names.string(*text_id),
                       .start = interval->start,
                       .end = interval->end,
                       .thread = ids.thread(table.integer(kThread))});
    }
  }
  sort_by_start(spans);
  return spans;
}

}  // namespace warpshop::io
