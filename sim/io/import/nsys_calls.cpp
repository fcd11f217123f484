#include "sim/io/import/nsys_calls.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "sim/io/import/call_kind.hpp"
#include "sim/io/import/cupti_calls.hpp"
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

/// Reads the tables of calls of an export.
class NsysCalls {
 public:
  NsysCalls(const SqliteFile& file, NsysIds& ids, NsysNames& names)
      : file_(file), ids_(ids), names_(names), synchronisation_(file, ids) {}

  NsysCallList read() {
    if (is_of_nvprof(file_)) {
      read_numbered("CUPTI_ACTIVITY_KIND_RUNTIME", runtime_call);
      read_numbered("CUPTI_ACTIVITY_KIND_DRIVER", driver_call);
    } else {
      read_named();
    }
    sort_by_start(list_.calls);
    OpenCalls open;
    std::erase_if(list_.calls, [&](const RecordedCall& call) { return open.repeats(call); });
    return std::move(list_);
  }

 private:
  void read_named() {
    enum Column : std::uint8_t { kStart, kEnd, kThread, kCorrelation, kName };
    NsysTable table(file_, "CUPTI_ACTIVITY_KIND_RUNTIME", {"start", "end", "globalTid", "correlationId", "nameId"},
                    NsysUse::beside);
    while (table.next()) {
      if (const std::optional<RecordedInterval> interval = table.interval(kStart, kEnd)) {
        const std::optional<std::int64_t> name = table.integer(kName);
        const std::optional<std::int64_t> thread = table.integer(kThread);
        add({.name = name ? names_.string(*name) : names_.add("call"),
             .start = interval->start,
             .end = interval->end,
             .thread = ids_.thread(thread),
             .process = static_cast<std::uint32_t>(ids_.process(thread)),
             .correlation =
                 NsysIds::correlation(ids_.process(thread), table.count(kCorrelation, NsysIds::kLargestCorrelation))});
      }
    }
    list_.left_out += table.impossible();
  }

  /// Of nvprof, which writes a file for each process.
  void read_numbered(std::string_view of_calls, std::string_view (*name_of)(std::int64_t)) {
    enum Column : std::uint8_t { kStart, kEnd, kProcess, kThread, kCorrelation, kCall };
    NsysTable table(file_, of_calls, {"start", "end", "processId", "threadId", "correlationId", "cbid"},
                    NsysUse::beside);
    while (table.next()) {
      const std::optional<std::int64_t> process = table.integer(kProcess);
      if (process && process != process_.value_or(*process)) {
        file_.refuse("has calls of several processes, whose commands nothing tells apart");
      }
      process_ = process ? process : process_;
      if (const std::optional<RecordedInterval> interval = table.interval(kStart, kEnd)) {
        add({.name = names_.add(name_of(table.integer(kCall).value_or(0))),
             .start = interval->start,
             .end = interval->end,
             .thread = ids_.own_thread(table.integer(kThread).value_or(0)),
             .correlation = NsysIds::correlation(0, table.count(kCorrelation, NsysIds::kLargestCorrelation))});
      }
    }
    list_.left_out += table.impossible();
  }

  void add(RecordedCall call) {
    const auto [kind, fresh] = kinds_.try_emplace(call.name);
    if (fresh) {
      kind->second = call_kind(names_[call.name]);
    }
    call.kind = kind->second;
    synchronisation_.complete(call);
    list_.calls.push_back(call);
  }

  const SqliteFile& file_;
  NsysIds& ids_;
  NsysNames& names_;
  NsysSynchronisation synchronisation_;
  std::unordered_map<std::uint32_t, CallKind> kinds_;  ///< by name
  std::optional<std::int64_t> process_;
  NsysCallList list_;
};

/// Ranges of nvprof stand there as two marks with one number.
NsysSpanList read_marks(const SqliteFile& file, NsysIds& ids, NsysNames& names) {
  constexpr std::int64_t kStartMark = 2;
  constexpr std::int64_t kEndMark = 4;
  NsysSpanList list;
  std::unordered_map<std::int64_t, MarkedSpan> open;
  enum Column : std::uint8_t { kTime, kFlags, kNumber, kName };
  NsysTable table(file, "CUPTI_ACTIVITY_KIND_MARKER", {"timestamp", "flags", "id", "name"}, NsysUse::beside);
  while (table.next()) {
    const std::int64_t number = table.integer(kNumber).value_or(0);
    const std::int64_t flags = table.integer(kFlags).value_or(0);
    const std::optional<RecordedInterval> time = table.interval(kTime, kTime);
    const std::optional<std::int64_t> name = table.integer(kName);
    if (time && name && (flags & kStartMark) != 0) {
      open[number] = {.name = names.string(*name), .start = time->start, .thread = ids.own_thread(0)};
    } else if (const auto begun = open.find(number); time && begun != open.end() && (flags & kEndMark) != 0) {
      begun->second.end = std::max(begun->second.start, time->end);
      list.spans.push_back(begun->second);
      open.erase(begun);
    }
  }
  list.left_out = table.impossible();
  return list;
}

NsysSpanList read_ranges(const SqliteFile& file, NsysIds& ids, NsysNames& names) {
  constexpr std::int64_t kPushPopRange = 59;
  constexpr std::int64_t kStartEndRange = 60;
  NsysSpanList list;
  enum Column : std::uint8_t { kStart, kEnd, kType, kText, kTextId, kThread };
  NsysTable table(file, "NVTX_EVENTS", {"start", "end", "eventType", "text", "textId", "globalTid"}, NsysUse::beside);
  while (table.next()) {
    const std::int64_t type = table.integer(kType).value_or(0);
    if (type != kPushPopRange && type != kStartEndRange) {
      continue;
    }
    const std::optional<RecordedInterval> interval = table.interval(kStart, kEnd);
    const std::optional<std::string_view> text = table.text(kText);
    const std::optional<std::int64_t> text_id = table.integer(kTextId);
    if (interval && (text || text_id)) {
      const std::optional<std::int64_t> thread = table.integer(kThread);
      list.spans.push_back({.name = text ? names.add(*text) : names.string(*text_id),
                            .start = interval->start,
                            .end = interval->end,
                            .thread = ids.thread(thread),
                            .process = static_cast<std::uint32_t>(ids.process(thread))});
    }
  }
  list.left_out = table.impossible();
  return list;
}

}  // namespace

NsysCallList read_nsys_calls(const SqliteFile& file, NsysIds& ids, NsysNames& names) {
  return NsysCalls(file, ids, names).read();
}

NsysSpanList read_nsys_spans(const SqliteFile& file, NsysIds& ids, NsysNames& names) {
  NsysSpanList list = is_of_nvprof(file) ? read_marks(file, ids, names) : read_ranges(file, ids, names);
  sort_by_start(list.spans);
  return list;
}

}  // namespace warpshop::io
