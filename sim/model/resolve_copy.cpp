#include "sim/model/resolve_copy.hpp"

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
  return {.latency = *transfer.latency, .payload = size / transfer.alone_at(size)};
}

BytesPerSecond bandwidth_alone(const CopySpec& spec, const TransferModel& transfer) {
  if (const auto* size = std::get_if<Bytes>(&spec.amount)) {
    return transfer.alone_at(*size);
  }
  return transfer.alone_for(resolve_copy(spec, transfer).payload);
}

}  // namespace warpshop
