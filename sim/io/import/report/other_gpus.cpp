#include <cstddef>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/io/import/report/reported_figures.hpp"
#include "sim/io/import/report/reported_profile.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::io {

/// What one GPU of a text says other than another; empty: nothing.
static std::vector<std::string> differences(const ReportedGpu& gpu, const ReportedGpu& taken) {
  std::vector<std::string> differs;
  if (gpu.name != taken.name) {
    differs.push_back(fmt::format("the name {}", in_quotes(gpu.name)));
  }
  if (gpu.link != taken.link) {
    differs.push_back(fmt::format("the link {}", gpu.link.empty() ? "of none that is known" : gpu.link));
  }
  for (const auto& [topic, said] : taken.provenance) {
    const auto other = gpu.provenance.find(topic);
    const bool is_mode = topic.ends_with("_mode");
    if (is_mode && (other == gpu.provenance.end() || other->second != said)) {
      differs.push_back(fmt::format("another {}", topic));
    }
  }
  for (const auto& [path, figure] : taken.figures) {
    const auto other = gpu.figures.find(path);
    if (other == gpu.figures.end()) {
      differs.push_back(fmt::format("no {}", path));
    } else if (!is_same_measurement(other->second.value, figure.value)) {
      differs.push_back(fmt::format("{} {} (here {})", path, figure_text(path, other->second.value),
                                    figure_text(path, figure.value)));
    }
  }
  for (const auto& [path, figure] : gpu.figures) {
    if (!taken.figures.contains(path)) {
      differs.push_back(fmt::format("{} {} (here none)", path, figure_text(path, figure.value)));
    }
  }
  return differs;
}

std::vector<std::string> other_gpus(const ReportedGpus& text, const ReportedGpu& taken) {
  constexpr std::size_t kShown = 2;
  std::vector<std::string> notes;
  for (const ReportedGpu& gpu : text.gpus) {
    std::vector<std::string> differs = differences(gpu, taken);
    if (differs.empty()) {
      continue;
    }
    if (differs.size() > kShown + 1) {
      differs[kShown] = fmt::format("and {} others", differs.size() - kShown);
      differs.resize(kShown + 1);
    }
    notes.push_back(fmt::format("GPU {} of the text has {}", gpu.number, fmt::join(differs, ", ")));
  }
  if (text.gpus.size() > 1) {
    const std::string others = notes.empty() ? "the others say the same" : std::to_string(notes.size()) + " differ";
    notes.insert(notes.begin(), fmt::format("the profile is of GPU {} of {} in the text (--gpu); {}", taken.number,
                                            text.gpus.size(), notes.size() == 1 ? "one differs" : others));
  }
  return notes;
}

}  // namespace warpshop::io
