#include <string>

#include <fmt/format.h>

#include "sim/io/json/json_parts.hpp"
#include "sim/io/json/results_json.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::io {
namespace {

Json profile_json(const KnownDevice& known) {
  Json json{{"name", as_utf8(known.device.name)}, {"source", as_utf8(known.source)}};
  if (!known.problem.empty()) {
    json["problem"] = known.problem;
    return json;
  }
  json["dma_engines"] = known.device.dma_engines;
  for (const Direction direction : {Direction::h2d, Direction::d2h}) {
    const auto& alone = known.device.transfer(Memory::pinned, direction).alone;
    json[fmt::format("pinned_{}_bytes_per_s", name(direction))] = alone ? Json(alone->value) : Json(nullptr);
  }
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

Json chip_json(const ChipModel& chip) {
  Json json{{"name", chip.name},
            {"gpus", chip.gpus},
            {"compute_capability", fmt::format("{}.{}", chip.compute_capability.major, chip.compute_capability.minor)},
            {"sms", chip.sm.count},
            {"memory_bytes", chip.memory_size.count},
            {"memory_bytes_per_s", chip.memory_bandwidth.value}};
  if (chip.l2) {
    json["l2_bytes"] = chip.l2->count;
  }
  if (chip.copy_engines) {
    json["copy_engines"] = *chip.copy_engines;
  }
  if (chip.power_limit) {
    json["power_limit_w"] = chip.power_limit->value;
  }
  if (!chip.link.empty()) {
    json["link"] = chip.link;
  }
  if (!chip.mig.profiles.empty()) {
    json["mig"] = list_of(chip.mig.profiles, [](const MigProfile& profile) {
      return Json{{"name", profile.name},
                  {"compute_slices", profile.compute},
                  {"memory_slices", profile.memory},
                  {"sms", profile.sms},
                  {"copy_engines", profile.copy_engines}};
    });
  }
  return json;
}

}  // namespace

void print(std::ostream& out, const format::Json& /*format*/, const ListedDevices& listed) {
  const auto& devices = listed.devices;
  const auto found = [&](const InstalledGpu& gpu) -> Json {
    const KnownDevice* known = profile_of(gpu, devices);
    return {{"model", gpu.model}, {"uuid", gpu.uuid}, {"calibrated", known != nullptr && known->problem.empty()}};
  };
  const Json document{{"schema", "warpshop.devices/1"},
                      {"version", listed.version},
                      {"devices", list_of(devices, profile_json)},
                      {"gpus", list_of(listed.gpus, found)},
                      {"chips", list_of(listed.chips, chip_json)}};
  out << json_text(document) << '\n';
}

}  // namespace warpshop::io
