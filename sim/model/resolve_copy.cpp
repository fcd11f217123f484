#include "sim/model/resolve_copy.hpp"

#include <algorithm>

namespace warpshop {

CopySpec copy_on(const CopySpec& spec, const Workload& workload, const Device& device) {
  CopySpec copy = spec;
  if (copy.size && workload.recorded_on != device.name) {
    copy.amount = *copy.size;
    copy.latency.reset();
  }
  return copy;
}

Copy resolve_copy(const CopySpec& spec, const TransferModel& transfer) {
  if (const auto* duration = std::get_if<Millis>(&spec.amount)) {
    const Millis latency = spec.latency.value_or(Millis{0});
    return {.latency = latency, .payload = *duration - latency};
  }
  const Bytes size = std::get<Bytes>(spec.amount);
  const Millis payload = size / transfer.alone_at(size);
  const Millis hidden = std::clamp(size / transfer.sustained() - payload, Millis{0}, *transfer.latency);
  return {.latency = *transfer.latency - hidden, .payload = payload + hidden};
}

BytesPerSecond bandwidth_alone(const CopySpec& spec, const TransferModel& transfer) {
  const Copy copy = resolve_copy(spec, transfer);
  const auto* size = std::get_if<Bytes>(&spec.amount);
  if (size != nullptr && *transfer.latency > copy.latency && copy.latency == Millis{0}) {
    return {1e3 * static_cast<double>(size->count) / copy.payload.count()};  // no latency that it could take more of
  }
  return std::min(size != nullptr ? transfer.alone_at(*size) : transfer.alone_for(copy.payload), transfer.sustained());
}

}  // namespace warpshop
