#include "sim/io/devices_json.hpp"

#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "sim/io/gpu_profiles.hpp"

namespace warpshop::io {
namespace {

using Json = nlohmann::ordered_json;

Json profile(const KnownDevice& known) {
  Json json{{"name", known.device.name}, {"source", known.source}};
  if (!known.problem.empty()) {
    json["problem"] = known.problem;
    return json;
  }
  json["dma_engines"] = known.device.dma_engines;
  json["pinned_h2d_bytes_per_s"] = known.device.transfer(Memory::pinned, Direction::h2d).alone.value;
  json["pinned_d2h_bytes_per_s"] = known.device.transfer(Memory::pinned, Direction::d2h).alone.value;
  if (known.device.sm) {
    json["sms"] = known.device.sm->count;
  }
  if (const std::string gpu = gpu_of(known.device); !gpu.empty()) {
    json["gpu"] = gpu;
  }
  return json;
}

}  // namespace

void write_json(std::ostream& out, const std::vector<KnownDevice>& devices, const std::vector<InstalledGpu>& gpus) {
  Json profiles = Json::array();
  for (const KnownDevice& known : devices) {
    profiles.push_back(profile(known));
  }
  Json found = Json::array();
  for (const InstalledGpu& gpu : gpus) {
    const KnownDevice* known = profile_of(gpu, devices);
    found.push_back(
        {{"model", gpu.model}, {"uuid", gpu.uuid}, {"calibrated", known != nullptr && known->problem.empty()}});
  }
  const Json document{{"schema", "warpshop.devices/1"}, {"devices", std::move(profiles)}, {"gpus", std::move(found)}};
  out << document.dump() << '\n';
}

}  // namespace warpshop::io
