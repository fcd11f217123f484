#include "sim/io/import/report/reported_profile.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/io/device/chips.hpp"
#include "sim/io/import/report/report_lines.hpp"
#include "sim/io/import/report/reported_figures.hpp"
#include "sim/io/import/report/reported_points.hpp"
#include "sim/io/import/report/reported_sm.hpp"
#include "sim/io/import/report/supposed_transfers.hpp"
#include "sim/model/device_rules.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::io {
namespace {

/// What a GPU is called, without its vendor, nor what calibrate says behind it.
std::string_view bare_name(std::string_view gpu) {
  constexpr std::string_view kVendor = "NVIDIA ";
  gpu.remove_prefix(gpu.starts_with(kVendor) ? kVendor.size() : 0);
  return gpu.substr(0, gpu.find(", compute capability"));
}

/// What the tables say of the chip and link of a device: not measured, nor anybody's own guess.
Device as_in_tables(const Device& device) {
  const ChipModel* chip = device.sm ? chips().find_chip(device.sm->chip) : nullptr;
  const std::optional<LinkModel> link = supposed_link(device);
  Device tables = chip == nullptr && !link ? Device{} : profile_of(chip, link ? &*link : nullptr);
  if (chip == nullptr || !chip->copy_engines) {
    tables.dma_engines = 0;  // they say nothing of these
  }
  return tables;
}

/// Puts a text into a device.
class ReportedUpdate {
 public:
  ReportedUpdate(Device device, const ReportedGpus& text, const ReportedGpu& gpu, bool replace)
      : text_(text), gpu_(gpu), replace_(replace), tables_(as_in_tables(device)) {
    result_.device = std::move(device);
    result_.notes = gpu.notes;
  }

  ReportedProfile result() {
    const ChipModel* chip = chip_of(gpu_);
    check_gpu(chip);
    take_chip(chip);
    take_transfers(chip != nullptr);
    for (const auto& [topic, said] : gpu_.provenance) {
      device().provenance[topic] = fmt::format("{} ({})", said, file_name());
    }
    check();
    return std::move(result_);
  }

 private:
  Device& device() { return result_.device; }
  std::string file_name() const { return printable(std::filesystem::path(text_.file).filename().string()); }

  [[noreturn]] void refuse(Mark mark, const std::string& what) const { throw InputError(text_.file, mark, what); }

  void take_chip(const ChipModel* chip) {
    const bool had_sms = device().sm.has_value();
    set_sms(device(), text_, gpu_, chip);
    if (chip != nullptr) {
      result_.taken.push_back("the chip " + chip->name);
      device().memory_bandwidth = device().memory_bandwidth.value_or(chip->memory_bandwidth);
      device().memory_size = device().memory_size.value_or(chip->memory_size);
    } else if (!had_sms && device().sm) {
      result_.taken.push_back(fmt::format("{} SMs", device().sm->count));
    }
    if (const ChipModel* named = chips().chip_of_gpu(gpu_.name); named != nullptr && chip == nullptr) {
      result_.notes.push_back(
          fmt::format("the GPU has not the {} SMs of {}, so its own figures are taken", named->sm.count, named->name));
    }
  }

  /// The link, the figures, and what follows from both.
  void take_transfers(bool has_chip) {
    const bool supposes = says_of_transfers() || !device().transfer(Memory::pinned, Direction::h2d).alone;
    if (supposes) {
      take_out_supposed(device(), supposed_link(device()));
    }
    set_link();
    take_figures(has_chip);
    drop_impossible_guesses();
    const KindsOfCopies with_sizes = set_latencies(device(), text_, gpu_, replace_, result_.notes);
    if (const auto link = supposed_link(device()); link && supposes) {
      note_link(*link);
      suppose_transfers(device(), *link);
    }
    set_points(device(), text_, gpu_, with_sizes);
    for (const auto& [memory, direction] : with_sizes) {
      result_.taken.push_back(fmt::format("{} of {} sizes", transfer_path(memory, direction, "points"),
                                          gpu_.sizes.at({memory, direction}).size()));
    }
    const bool assumes = std::any_of(device().assumed.begin(), device().assumed.end(),
                                     [](const std::string& path) { return path.starts_with("transfer."); });
    if (assumes && !gpu_.link.empty()) {
      device().provenance["transfer"] =
          said_at(text_, fmt::format("where assumed, of the link; {}", tool_name(text_.tool)), gpu_.link_mark);
    }
  }

  /// Whether there are other transfers to suppose: some were measured, or the link is another one.
  bool says_of_transfers() {
    const bool measured = std::any_of(gpu_.figures.begin(), gpu_.figures.end(),
                                      [](const auto& figure) { return figure.first.starts_with("transfer."); });
    const auto link = device().provenance.find("link");
    return measured || (!gpu_.link.empty() && (link == device().provenance.end() ||
                                               link->second != chips().find_link(gpu_.link)->full_title()));
  }

  /// By its name, and its compute capability, where both say one.
  void check_gpu(const ChipModel* chip) {
    constexpr std::string_view kExpected = "expected the same GPU, or a profile of its own";
    const std::string known = device().sm ? device().sm->chip : "";
    const auto gpu = device().provenance.find("gpu");
    const bool differs =
        gpu != device().provenance.end() && !gpu_.name.empty() && bare_name(gpu->second) != bare_name(gpu_.name);
    if (chip != nullptr && !known.empty() && chip->name != known) {
      refuse(gpu_.mark, fmt::format("a GPU that is {}, where the profile is of {}, {}", chip->name, known, kExpected));
    }
    if (differs && (chip == nullptr || chip->name != known)) {
      refuse(gpu_.mark, fmt::format("the GPU {}, where the profile is of {}, {}", in_quotes(gpu_.name),
                                    in_quotes(gpu->second), kExpected));
    }
    if (gpu_.compute_capability && device().compute_capability &&
        *gpu_.compute_capability != *device().compute_capability) {
      refuse(gpu_.mark, fmt::format("a GPU of compute capability {}.{}, where the profile has {}.{}, {}",
                                    gpu_.compute_capability->major, gpu_.compute_capability->minor,
                                    device().compute_capability->major, device().compute_capability->minor, kExpected));
    }
    if (gpu != device().provenance.end() && gpu_.name.empty()) {
      result_.notes.push_back(
          fmt::format("the text names no GPU; nothing says that it is of {}", in_quotes(gpu->second)));
    }
    if (gpu == device().provenance.end() && !gpu_.name.empty()) {
      device().provenance["gpu"] = gpu_.name;
    }
  }

  void set_link() {
    if (!gpu_.unknown_link.empty()) {
      device().provenance["link"] = gpu_.unknown_link;
    }
    if (gpu_.link.empty()) {
      return;
    }
    const std::string title = chips().find_link(gpu_.link)->full_title();
    device().provenance["link"] = title;
    result_.taken.push_back("the link " + title);
    device().provenance["transfer"] =
        fmt::format("assumed of the link, {}, {}:{}", tool_name(text_.tool), file_name(), gpu_.link_mark.line);
  }

  /// Where copies were faster than the link that the profile names can carry.
  void note_link(const LinkModel& supposed) {
    const auto said = device().provenance.find("link");
    if (said != device().provenance.end() && said->second != supposed.full_title()) {
      result_.notes.push_back(
          fmt::format("copies are faster than the profile's link, {}, can carry; what is assumed is "
                      "that of {}",
                      said->second, supposed.full_title()));
    }
  }

  void take_figures(bool has_chip) {
    const auto engines = gpu_.figures.find(kEngines);
    if (engines != gpu_.figures.end()) {
      take_engines(engines->second);
    }
    std::vector<std::string> kept;
    for (const auto& [path, figure] : gpu_.figures) {
      const bool is_of_sm = path.starts_with("sm.") || path.starts_with("cta.");
      if (is_of_sm || path == kEngines || (path == kMemoryBandwidth && has_chip)) {
        continue;
      }
      if (device().dma_engines == 1 && path.ends_with(".duplex")) {
        result_.notes.push_back(fmt::format("{} {} is left out: with one DMA engine copies never oppose each other",
                                            path, figure_text(path, figure.value)));
      } else {
        take(path, figure, kept);
      }
    }
    if (!kept.empty()) {
      result_.notes.push_back(fmt::format("the profile keeps {}", fmt::join(kept, ", ")));
    }
  }

  /// Whether the profile says it itself: it is not assumed, nor from a table (which says of transfers that they are).
  bool is_own(const std::string& path, double there) const {
    return !result_.device.assumed.contains(path) &&
           (path.starts_with("transfer.") || figure_at(tables_, path) != there);
  }

  void take_engines(const ReportedFigure& figure) {
    const std::string path(kEngines);
    if (device().dma_engines != figure.value && is_own(path, device().dma_engines) && !replace_) {
      refuse(figure.mark, fmt::format("{} copy engine(s), where the profile has dma_engines: {}, expected the same; "
                                      "--replace takes what the text says",
                                      figure.value, device().dma_engines));
    }
    put(path, figure);
    if (device().dma_engines == 1) {
      drop_guesses([](const std::string& path_of, BytesPerSecond, const std::optional<BytesPerSecond>&) {
        return !path_of.ends_with(".alone");
      });
    }
  }

  void take(const std::string& path, const ReportedFigure& figure, std::vector<std::string>& kept) {
    const std::optional<double> there = figure_at(device(), path);
    if (there && *there != figure.value && is_own(path, *there) && !replace_) {
      if (!is_same_measurement(*there, figure.value)) {
        refuse(figure.mark, fmt::format("{} is {}, where the profile has {}, expected the same up to {} %; --replace "
                                        "takes what the text says",
                                        path, figure_text(path, figure.value), figure_text(path, *there),
                                        std::lround(kSameMeasurement * 100)));
      }
      kept.push_back(fmt::format("{} {}, where the text has {}", path, figure_text(path, *there),
                                 figure_text(path, figure.value)));
      return;
    }
    if (there != figure.value) {
      drop_points(path);
    }
    put(path, figure);
  }

  void put(const std::string& path, const ReportedFigure& figure) {
    if (figure_at(device(), path) != figure.value) {
      device().confidence.erase(path);
    }
    put_figure(device(), path, figure.value);
    assume_no_longer(device(), [&](const std::string& one) { return one == path; });
    device().provenance[path] = said_at(text_, figure.source, figure.mark);
    result_.taken.push_back(fmt::format("{} {}", path, figure_text(path, figure.value)));
  }

  /// Of a bandwidth alone that is replaced: what was measured over sizes would stand instead of it.
  void drop_points(const std::string& path) {
    for (const Memory memory : {Memory::pinned, Memory::pageable}) {
      for (const Direction direction : {Direction::h2d, Direction::d2h}) {
        TransferModel& transfer = device().transfers[index(memory)][index(direction)];
        if (path != transfer_path(memory, direction, "alone") || transfer.points.empty()) {
          continue;
        }
        const std::string points = transfer_path(memory, direction, "points");
        transfer.points.clear();
        device().provenance.erase(points);
        assume_no_longer(device(), [&](const std::string& one) { return one.starts_with(points + '.'); });
        std::erase_if(device().confidence, [&](const auto& entry) { return entry.first.starts_with(points + '.'); });
        result_.notes.push_back(fmt::format("{}, measured with what is replaced, are left out", points));
      }
    }
  }

  /// Takes assumed bandwidths beside others out, of which is_impossible(path, value, alone).
  void drop_guesses(const auto& is_impossible) {
    std::optional<BytesPerSecond> alone;
    std::vector<std::string> dropped;
    each_bandwidth(device(), [&](const std::string& path, std::optional<BytesPerSecond>& value) {
      alone = path.ends_with(".alone") ? value : alone;
      if (value && device().assumed.contains(path) && is_impossible(path, *value, alone)) {
        value.reset();
        dropped.push_back(path);
      }
    });
    assume_no_longer(device(), [&](const std::string& path) {
      return std::find(dropped.begin(), dropped.end(), path) != dropped.end();
    });
  }

  /// Guesses that what was measured has made impossible.
  void drop_impossible_guesses() {
    drop_guesses([](const std::string& path, BytesPerSecond value, const std::optional<BytesPerSecond>& alone) {
      return !path.ends_with(".alone") && alone && value.value > kMostBesideOverAlone * alone->value;
    });
  }

  /// Values that no device has together, at the figure of the text that brought it about.
  void check() {
    const std::optional<DeviceMistake> mistake = first_mistake(device());
    if (!mistake) {
      return;
    }
    Mark mark = gpu_.mark;
    for (const std::string& path : mistake->paths) {
      const std::string alone = path.substr(0, path.rfind('.')) + ".alone";
      for (const std::string& one : {std::string(kEngines), alone, path}) {
        const auto figure = gpu_.figures.find(one);
        mark = figure == gpu_.figures.end() ? mark : figure->second.mark;
      }
    }
    refuse(mark, fmt::format("{}: {}, expected {}", fmt::join(mistake->paths, ", "), mistake->what, mistake->expected));
  }

  const ReportedGpus& text_;
  const ReportedGpu& gpu_;
  bool replace_;
  Device tables_;
  ReportedProfile result_;
};

}  // namespace

ReportedProfile profile_of_report(const ReportedGpus& text, const ReportedGpu& gpu, std::string name) {
  const ChipModel* chip = chip_of(gpu);
  const bool of_chip = gpu.link.empty() && gpu.unknown_link.empty() && chip != nullptr;
  const std::optional<LinkModel> link = chips().find_link(of_chip ? chip->link : gpu.link);
  Device device;
  if (chip != nullptr || link) {
    device = profile_of(chip, link ? &*link : nullptr);
  } else {
    device.assumed.emplace(kEngines);
  }
  device.name = std::move(name);
  device.provenance["source"] = "texts that the other lines name, the rest from chips.yaml and links.yaml of warpshop";
  if (!gpu.name.empty()) {
    device.provenance["gpu"] = gpu.name;
  }
  return ReportedUpdate(std::move(device), text, gpu, false).result();
}

ReportedProfile add_report(Device device, const ReportedGpus& text, const ReportedGpu& gpu, bool replace) {
  return ReportedUpdate(std::move(device), text, gpu, replace).result();
}

}  // namespace warpshop::io
