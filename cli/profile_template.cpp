#include "cli/profile_template.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/io/device/chips.hpp"
#include "sim/io/near_names.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::cli {
namespace {

constexpr std::string_view kComments =
    R"(# A profile to fill in: {}. What `assumed` lists, for a group all below it, is a guess of what such links
# usually do. Put in what you measure, and take its path out of `assumed` (of a group: list the others): outputs say which
# assumed values they rest on. What a workload does not need may be missing.
#
# First change `name:` below: it is what outputs call the device. `--device box.yaml` takes the file wherever it is;
# `--device box` takes it once it is called box, in the file box.yaml among your profiles (by default in
# ~/.local/share/warpshop/devices).
#
# nvbandwidth (github.com/NVIDIA/nvbandwidth) measures the bandwidths of pinned memory (cudaMallocHost):
#   nvbandwidth -t host_to_device_memcpy_ce                  transfer.pinned.h2d.alone
#   nvbandwidth -t device_to_host_memcpy_ce                  transfer.pinned.d2h.alone
#   nvbandwidth -t host_to_device_bidirectional_memcpy_ce    transfer.pinned.h2d.duplex
#   nvbandwidth -t device_to_host_bidirectional_memcpy_ce    transfer.pinned.d2h.duplex
# (The bidirectional tests print what one direction moves while the other is busy, which is what duplex means.)
# `warpshop import nvbandwidth OUTPUT --into box.yaml` puts what it printed in.
# None of its tests gives latency, how long the copy of a few bytes takes, nor anything of pageable memory (malloc, new)
# and of mixed, where pinned and pageable copies oppose each other. `warpshop calibrate`, on the GPU itself, measures all
# of it and kernels too; devices/README.md describes every key.
)";

}  // namespace

std::optional<std::string> profile_template(std::string_view name) {
  const ChipTable& table = io::chips();
  const ChipModel* chip = table.find_chip(name);
  const std::optional<LinkModel> link = chip != nullptr ? table.link_of(*chip) : table.find_link(name);
  if (chip == nullptr && !link) {
    return std::nullopt;
  }
  const std::string gpu = chip == nullptr ? "a GPU" : chip->name;
  const std::string what = link ? fmt::format("{} on {}", gpu, link->full_title()) : gpu;
  return fmt::format(kComments, what) + io::profile_text(chip, link ? &*link : nullptr);
}

std::vector<std::string> template_names() {
  std::vector<std::string> names;
  for (const LinkModel& link : io::chips().links) {
    names.push_back(link.name);
  }
  for (const std::string& chip : io::chip_names()) {
    names.push_back(chip);
  }
  return names;
}

std::string no_template(std::string_view name) {
  const std::vector<std::string> near = near_names(name, template_names());
  return fmt::format("there is no template {}, expected {}", in_quotes(name),
                     near.empty() ? "a link such as pcie4 or pcie4-x8, or a chip that `warpshop devices` lists"
                                  : fmt::format("one such as {}", fmt::join(near, ", ")));
}

}  // namespace warpshop::cli
