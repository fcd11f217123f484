#include "sim/io/import/call_kind.hpp"

#include <algorithm>
#include <array>

namespace warpshop::io {
namespace {

bool is_suffix(std::string_view text) {
  return text == "ptsz" || text == "ptds" || text == "spt" ||
         (text.size() >= 2 && text.front() == 'v' && text.find_first_not_of("0123456789", 1) == std::string_view::npos);
}

std::string_view without_suffixes(std::string_view name) {
  for (std::size_t at = name.rfind('_'); at != std::string_view::npos && is_suffix(name.substr(at + 1));
       at = name.rfind('_')) {
    name = name.substr(0, at);
  }
  return name;
}

/// Without `cuda`, `cu` or `hip`; empty where none stands there.
std::string_view without_prefix(std::string_view name) {
  for (const std::string_view prefix : {"cuda", "cu", "hip"}) {
    if (name.starts_with(prefix)) {
      return name.substr(prefix.size());
    }
  }
  return {};
}

struct CallRule {
  std::string_view start;
  CallKind kind = CallKind::other;
  bool whole = false;  ///< the name ends there
};

/// The first that fits counts. HIP has the names of CUDA's runtime and driver, and a few of its own (HIP runtime API
/// reference: modules, memory management, stream ordered memory allocator).
constexpr std::array kCallRules{
    CallRule{"LaunchHostFunc", CallKind::other},
    CallRule{"Launch", CallKind::launch},
    CallRule{"GraphLaunch", CallKind::launch, true},
    CallRule{"ModuleLaunch", CallKind::launch},
    CallRule{"ExtLaunch", CallKind::launch},
    CallRule{"ExtModuleLaunch", CallKind::launch},
    CallRule{"HccModuleLaunch", CallKind::launch},
    CallRule{"MemPrefetch", CallKind::prefetch},
    CallRule{"Memcpy", CallKind::copy},
    CallRule{"Memset", CallKind::copy},
    CallRule{"DeviceSynchronize", CallKind::synchronise_device, true},
    CallRule{"ThreadSynchronize", CallKind::synchronise_device, true},
    CallRule{"CtxSynchronize", CallKind::synchronise_device, true},
    CallRule{"StreamSynchronize", CallKind::synchronise_stream, true},
    CallRule{"EventSynchronize", CallKind::synchronise_event, true},
    CallRule{"EventRecord", CallKind::record_event, true},
    CallRule{"EventRecordWithFlags", CallKind::record_event, true},
    CallRule{"StreamWaitEvent", CallKind::wait_event, true},
    CallRule{"Malloc", CallKind::allocate},
    CallRule{"HostAlloc", CallKind::allocate, true},
    CallRule{"HostMalloc", CallKind::allocate},
    CallRule{"ExtMalloc", CallKind::allocate},
    CallRule{"MemAlloc", CallKind::allocate},
    CallRule{"MemHostAlloc", CallKind::allocate, true},
    CallRule{"MemCreate", CallKind::allocate, true},
    CallRule{"Free", CallKind::free},
    CallRule{"HostFree", CallKind::free, true},
    CallRule{"MemFree", CallKind::free},
    CallRule{"MemRelease", CallKind::free, true},
};

}  // namespace

CallKind call_kind(std::string_view name) {
  const std::string_view action = without_prefix(without_suffixes(name));
  const auto* const rule = std::find_if(kCallRules.begin(), kCallRules.end(), [&](const CallRule& candidate) {
    return candidate.whole ? action == candidate.start : action.starts_with(candidate.start);
  });
  return rule == kCallRules.end() ? CallKind::other : rule->kind;
}

}  // namespace warpshop::io
