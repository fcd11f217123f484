#include "sim/order/fleet/device_work.hpp"

#include <algorithm>
#include <cstddef>

namespace warpshop::order {

void DeviceWork::add(const DeviceWork& other) {
  for (std::size_t stage = 0; stage < engines.size(); ++stage) {
    engines[stage].head = std::min(engines[stage].head, other.engines[stage].head);
    engines[stage].work += other.engines[stage].work;
    engines[stage].tail = std::min(engines[stage].tail, other.engines[stage].tail);
  }
  for (std::size_t side = 0; side < payloads.size(); ++side) {
    for (std::size_t memory = 0; memory < payloads[side].size(); ++memory) {
      payloads[side][memory] += other.payloads[side][memory];
    }
  }
  longest = std::max(longest, other.longest);
  total += other.total;
}

Millis DeviceWork::load(const Instance& device) const {
  Millis load = std::max(longest, Millis{evaluate::overlapped_payloads(device, payloads)});
  for (const EngineWork& engine : engines) {
    load = engine.head < kNoStage ? std::max(load, engine.head + engine.work + engine.tail) : load;
  }
  return load;
}

DeviceWork work_of(const Instance& device, std::uint32_t task) {
  const Job& job = device.jobs[task];
  const auto times = evaluate::least_times(device, job);
  DeviceWork work;
  work.total = times[0] + times[1] + times[2];
  work.longest = job.release + work.total;
  Millis before = job.release;
  for (const Stage stage : kStages) {
    const Millis time = times[index(stage)];
    if (job.has[index(stage)]) {
      work.engines[index(stage)] = {before, time, work.longest - before - time};
    }
    before += time;
  }
  for (const std::size_t side : {0U, 1U}) {
    work.payloads[side][index(job.memory[side])] = job.copies[side].payload.count();
  }
  return work;
}

}  // namespace warpshop::order
