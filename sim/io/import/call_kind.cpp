#include "sim/io/import/call_kind.hpp"

#include <algorithm>
#include <array>

namespace warpshop::io {
namespace {

bool is_suffix(std::string_view text) {
  return text == "ptsz" || text == "ptds" ||
         (text.size() >= 2 && text.front() == 'v' && text.find_first_not_of("0123456789", 1) == std::string_view::npos);
}

std::string_view without_suffixes(std::string_view name) {
  for (std::size_t at = name.rfind('_'); at != std::string_view::npos && is_suffix(name.substr(at + 1));
       at = name.rfind('_')) {
    name = name.substr(0, at);
  }
  return name;
}

/// Without `cuda` or `cu`; empty where neither stands there.
std::string_view without_prefix(std::string_view name) {
  for (const std::string_view prefix : {"cuda", "cu"}) {
    if (name.starts_with(prefix)) {
      return name.substr(prefix.size());
    }
  }
  return {};
}

struct Rule {
  std::string_view start;
  CallKind kind = CallKind::other;
  bool whole = false;  ///< the name ends there
};

/// The first that fits counts.
constexpr std::array kRules{
    Rule{"LaunchHostFunc", CallKind::other},
    Rule{"Launch", CallKind::launch},
    Rule{"GraphLaunch", CallKind::launch, true},
    Rule{"Memcpy", CallKind::copy},
    Rule{"Memset", CallKind::copy},
    Rule{"DeviceSynchronize", CallKind::synchronise_device, true},
    Rule{"ThreadSynchronize", CallKind::synchronise_device, true},
    Rule{"CtxSynchronize", CallKind::synchronise_device, true},
    Rule{"StreamSynchronize", CallKind::synchronise_stream, true},
    Rule{"EventSynchronize", CallKind::synchronise_event, true},
    Rule{"EventRecord", CallKind::record_event, true},
    Rule{"EventRecordWithFlags", CallKind::record_event, true},
    Rule{"StreamWaitEvent", CallKind::wait_event, true},
    Rule{"Malloc", CallKind::allocate},
    Rule{"HostAlloc", CallKind::allocate, true},
    Rule{"MemAlloc", CallKind::allocate},
    Rule{"MemHostAlloc", CallKind::allocate, true},
    Rule{"MemCreate", CallKind::allocate, true},
    Rule{"Free", CallKind::free},
    Rule{"MemFree", CallKind::free},
    Rule{"MemRelease", CallKind::free, true},
};

}  // namespace

CallKind call_kind(std::string_view name) {
  const std::string_view action = without_prefix(without_suffixes(name));
  const auto* const rule = std::find_if(kRules.begin(), kRules.end(), [&](const Rule& candidate) {
    return candidate.whole ? action == candidate.start : action.starts_with(candidate.start);
  });
  return rule == kRules.end() ? CallKind::other : rule->kind;
}

}  // namespace warpshop::io
