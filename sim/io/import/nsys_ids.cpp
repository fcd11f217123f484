#include "sim/io/import/nsys_ids.hpp"

namespace warpshop::io {

std::uint64_t NsysIds::process(std::optional<std::int64_t> global_id) {
  return global_id ? processes_.try_emplace(as_key(*global_id) >> kThreadBits, processes_.size()).first->second : 0;
}

std::uint64_t NsysIds::thread(std::optional<std::int64_t> global_id) {
  constexpr std::uint64_t kThreadMask = (std::uint64_t{1} << kThreadBits) - 1;
  return global_id ? threads_({process(global_id), 0, as_key(*global_id) & kThreadMask}) : 0;
}

std::optional<std::uint32_t> NsysIds::gpu(std::optional<std::int64_t> global_id, std::int64_t device) const {
  constexpr std::uint64_t kProcessMask = (std::uint64_t{1} << kThreadBits) - 1;
  if (!global_id) {
    return {};
  }
  const auto process_id = static_cast<std::int64_t>((as_key(*global_id) >> kThreadBits) & kProcessMask);
  const auto found = gpus_.find({process_id, device});
  return found == gpus_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace warpshop::io
