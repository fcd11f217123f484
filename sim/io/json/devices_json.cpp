#include "sim/io/json/devices_json.hpp"

#include <string>
#include <utility>

#include "sim/io/device/gpu_profiles.hpp"
#include "sim/io/json/json_text.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::io {
namespace {

Json profile(const KnownDevice& known) {
  Json json{{"name", as_utf8(known.device.name)}, {"source", as_utf8(known.source)}};
  if (!known.problem.empty()) {
    json["problem"] = known.problem;
    return json;
  }
  json["dma_engines"] = known.device.dma_engines;
  const auto alone = [&](Direction direction) {
    const auto& bandwidth = known.device.transfer(Memory::pinned, direction).alone;
    return bandwidth ? Json(bandwidth->value) : Json(nullptr);
  };
  json["pinned_h2d_bytes_per_s"] = alone(Direction::h2d);
  json["pinned_d2h_bytes_per_s"] = alone(Direction::d2h);
  if (known.device.sm) {
    json["sms"] = known.device.sm->count;
  }
  if (!known.hidden_by.empty()) {
    json["hidden_by"] = known.hidden_by;
  }
  if (const std::string gpu = gpu_of(known.device); !gpu.empty()) {
    json["gpu"] = gpu;
  }
  return json;
}

}  // namespace

void print(std::ostream& out, const format::Json& /*format*/, const ListedDevices& listed) {
  const auto& [devices, gpus, version] = listed;
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
  const Json document{{"schema", "warpshop.devices/1"},
                      {"version", version},
                      {"devices", std::move(profiles)},
                      {"gpus", std::move(found)}};
  out << json_text(document) << '\n';
}

}  // namespace warpshop::io
