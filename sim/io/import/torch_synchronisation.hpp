#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "sim/model/recorded_trace.hpp"

namespace warpshop::io {

/// What CUPTI says of a call that waits, or that records an event, beside the call itself.
struct TorchSynchronisation {
  CallKind kind = CallKind::other;
  std::uint32_t name = 0;
  std::chrono::nanoseconds start{0};
  std::chrono::nanoseconds end{0};
  std::uint64_t thread = 0;  ///< not that of the call
  std::uint32_t process = 0;
  std::uint64_t correlation = 0;  ///< that of the call; 0: not recorded
  std::optional<std::uint64_t> stream = {};
  std::optional<std::uint64_t> event = {};
  std::optional<std::uint64_t> record = {};  ///< correlation of the call that recorded the event
  std::optional<std::uint64_t> awaited_stream = {};
};

/// By `cuda_sync_kind`; CallKind::other: it is none.
CallKind torch_synchronisation_kind(std::string_view name);

/// Tells the calls what these say of them, by their correlation. A wait without a call becomes a call: of the only
/// thread that calls, or of its own. Calls to be sorted afterwards.
void join(std::vector<RecordedCall>& calls, const std::vector<TorchSynchronisation>& synchronisations);

}  // namespace warpshop::io
