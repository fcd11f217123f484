#include "sim/io/import/call_kind.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace warpshop::io {
namespace {

struct NamedCall {
  std::string_view start;  ///< of the name
  CallKind kind;
};

/// The first that a name starts with is the one that counts.
constexpr std::array kNamedCalls{
    NamedCall{"cudaLaunchHostFunc", CallKind::other},
    NamedCall{"cuLaunchHostFunc", CallKind::other},
    NamedCall{"cudaLaunch", CallKind::launch},
    NamedCall{"cuLaunch", CallKind::launch},
    NamedCall{"cudaGraphLaunch", CallKind::launch},
    NamedCall{"cuGraphLaunch", CallKind::launch},
    NamedCall{"cudaMemcpy", CallKind::copy},
    NamedCall{"cuMemcpy", CallKind::copy},
    NamedCall{"cudaMemset", CallKind::copy},
    NamedCall{"cuMemset", CallKind::copy},
    NamedCall{"cudaDeviceSynchronize", CallKind::synchronise_device},
    NamedCall{"cudaThreadSynchronize", CallKind::synchronise_device},
    NamedCall{"cuCtxSynchronize", CallKind::synchronise_device},
    NamedCall{"cudaStreamSynchronize", CallKind::synchronise_stream},
    NamedCall{"cuStreamSynchronize", CallKind::synchronise_stream},
    NamedCall{"cudaEventSynchronize", CallKind::synchronise_event},
    NamedCall{"cuEventSynchronize", CallKind::synchronise_event},
    NamedCall{"cudaEventRecord", CallKind::record_event},
    NamedCall{"cuEventRecord", CallKind::record_event},
    NamedCall{"cudaStreamWaitEvent", CallKind::wait_event},
    NamedCall{"cuStreamWaitEvent", CallKind::wait_event},
    NamedCall{"cudaMalloc", CallKind::allocate},
    NamedCall{"cudaHostAlloc", CallKind::allocate},
    NamedCall{"cuMemAlloc", CallKind::allocate},
    NamedCall{"cuMemHostAlloc", CallKind::allocate},
    NamedCall{"cudaFree", CallKind::free},
    NamedCall{"cuMemFree", CallKind::free},
};

}  // namespace

CallKind call_kind(std::string_view name) {
  const auto* const found = std::find_if(kNamedCalls.begin(), kNamedCalls.end(),
                                         [name](const NamedCall& call) { return name.starts_with(call.start); });
  return found == kNamedCalls.end() ? CallKind::other : found->kind;
}

}  // namespace warpshop::io
