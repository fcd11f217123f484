#include "calibrate/beside_others.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "calibrate/kernel_time.hpp"
#include "calibrate/steady_kernel.hpp"
#include "calibrate/timed_kernel.hpp"
#include "kernels/kernel.hpp"
#include "sim/stats/median.hpp"

namespace warpshop::calibrate {
namespace {

constexpr double kRoundsOfWindow = 50;  // subtasks of each CTA
constexpr Millis kShortestWindow{1};
constexpr Millis kLongestWindow{10};
constexpr double kMostBesideAlone = 1.1;  // of a rate: more is noise
constexpr std::size_t kShown = 8;         // samples, and names

/// The first of them, `a, b and 3 more`.
template <class Items>
std::string some_of(const Items& items) {
  const std::size_t shown = std::min(items.size(), kShown);
  return fmt::format("{}{}", fmt::join(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(shown), ", "),
                     shown < items.size() ? fmt::format(" and {} more", items.size() - shown) : "");
}

/// A kernel that is measured, with its data on the device.
struct Neighbour {
  Neighbour(const gpu::Device& device, const kernels::Kernel& kernel, std::int64_t per_sm)
      : name(kernel.code.name),
        timed(device, kernel, steady_elements(device, kernel)),
        steady(timed, static_cast<std::uint32_t>(std::max<std::int64_t>(per_sm / 2, 1))) {}

  std::string name;
  TimedKernel timed;
  SteadyKernel steady;
  SubtasksPerMilli alone{0};  ///< with as many CTAs
};

/// What one does in the windows of a run: subtasks at first, and how long as many took.
struct Pace {
  std::uint32_t subtasks = 0;
  Measured time;
  SubtasksPerMilli rate() const { return {subtasks / time.median.count()}; }
};

class BesideOthers {
 public:
  BesideOthers(Meter& meter, const gpu::Device& device, Device& profile)
      : meter_(meter), options_(meter.options()), profile_(profile) {
    for (const auto& [name, model] : profile.kernels) {
      if (const kernels::Kernel* kernel = kernels::find(name); kernel != nullptr && model.cta) {
        all_.emplace_back(device, *kernel, model.cta->per_sm);
      }
    }
  }

  void measure() {
    for (Neighbour& each : all_) {
      options_.progress("half of the CTAs of " + each.name);
      measure_alone(each);
      if (none_came_) {
        say_none();
        return;
      }
    }
    Neighbour& computes = find(kProbes[0]);
    Neighbour& moves = find(kProbes[1]);
    add(computes, moves);
    if (none_came_) {
      say_none();
      return;
    }
    for (Neighbour& each : all_) {
      if (!is_probe(each)) {
        add(each, computes);
        add(each, moves);
      }
    }
    for (std::size_t i = 0; options_.all_pairs && i < all_.size(); ++i) {
      for (std::size_t j = i + 1; j < all_.size(); ++j) {
        if (!is_probe(all_[i]) && !is_probe(all_[j])) {
          add(all_[i], all_[j]);
        }
      }
    }
    if (!profile_.co_run.empty()) {
      profile_.probes = {computes.name, moves.name};
    }
    say_what_was_found();
  }

 private:
  static bool is_probe(const Neighbour& kernel) {
    return std::find(kProbes.begin(), kProbes.end(), kernel.name) != kProbes.end();
  }
  Neighbour& find(std::string_view name) {
    return *std::find_if(all_.begin(), all_.end(), [&](const Neighbour& each) { return each.name == name; });
  }

  /// So long that each CTA does a few dozen subtasks, if that is not too long: what has begun is counted by the whole.
  Millis window_for(SteadyRun& run, const std::vector<SteadyKernel*>& kernels) const {
    Millis window = kShortestWindow;
    const std::vector<SteadyRun::Progress> first = run.next_window(kShortestWindow);
    for (std::size_t i = 0; i < first.size(); ++i) {
      const double rounds = static_cast<double>(first[i].subtasks) / kernels[i]->ctas_in_all();
      window = std::max(window, first[i].time * kRoundsOfWindow / std::max(rounds, 1e-3));
    }
    return std::min(window, kLongestWindow);
  }

  /// How fast each is beside the others; empty: they have no room there, or one of them does not get on, which is told.
  std::vector<Pace> measure_paces(const std::vector<SteadyKernel*>& kernels, const std::vector<std::string>& names) {
    SteadyRun run(options_, kernels);
    none_came_ = run.last_there() == 0;
    if (!run.all_there()) {
      without_room_.push_back(names.size() > 1 ? names.back() : names.front().substr(0, names.front().find(' ')));
      return {};
    }
    starts_.push_back(run.start_time().count());
    const Millis window = window_for(run, kernels);
    std::vector<Pace> paces(kernels.size());
    const std::vector<Measured> times = meter_.measure_together(names, [&] {
      const std::vector<SteadyRun::Progress> progress = run.next_window(window);
      if (std::any_of(progress.begin(), progress.end(), [](const auto& each) { return each.subtasks == 0; })) {
        return std::vector<Millis>{};
      }
      std::vector<Millis> each;
      for (std::size_t i = 0; i < paces.size(); ++i) {
        paces[i].subtasks = paces[i].subtasks == 0 ? progress[i].subtasks : paces[i].subtasks;
        each.push_back(progress[i].time * paces[i].subtasks / progress[i].subtasks);
      }
      return each;
    });
    if (times.empty()) {
      options_.warn(
          fmt::format("{}: one of them does next to nothing in windows of {:.3g} ms, so that this pair is left "
                      "out of the profile",
                      fmt::join(names, ", "), window.count()));
      return {};
    }
    for (std::size_t i = 0; i < paces.size(); ++i) {
      paces[i].time = times[i];
    }
    return paces;
  }

  void measure_alone(Neighbour& kernel) {
    const std::string name = fmt::format("kernels.{}.by_ctas.{}", kernel.name, kernel.steady.ctas());
    const std::vector<Pace> paces = measure_paces({&kernel.steady}, {name + " steady"});
    if (paces.empty()) {
      return;
    }
    kernel.alone = paces[0].rate();
    std::vector<ScalingPoint>& curve = profile_.kernels.at(kernel.name).by_ctas;
    const auto at = std::lower_bound(curve.begin(), curve.end(), kernel.steady.ctas(),
                                     [](const ScalingPoint& point, std::int64_t ctas) { return point.count < ctas; });
    if (at != curve.end() && at->count == kernel.steady.ctas()) {
      from_curve_.push_back(std::abs(kernel.alone.value / at->rate.value - 1));
    } else {
      curve.insert(at, {.count = kernel.steady.ctas(), .rate = kernel.alone});
      profile_.confidence[name] = inverse(paces[0].time.confidence());
    }
  }

  void add(Neighbour& first, Neighbour& second) {
    if (!(first.alone.value > 0) || !(second.alone.value > 0)) {
      return;
    }
    CoRunPoint point{.kernels = {first.name, second.name}, .ctas = {first.steady.ctas(), second.steady.ctas()}};
    options_.progress(first.name + " beside " + second.name);
    const std::vector<Pace> paces =
        measure_paces({&first.steady, &second.steady}, {co_run_path(point, 0), co_run_path(point, 1)});
    if (paces.empty()) {
      return;
    }
    for (const std::size_t side : {0U, 1U}) {
      point.rates[side] = paces[side].rate();
      const double of_alone = point.rates[side].value / (side == 0 ? first : second).alone.value;
      if (of_alone > kMostBesideAlone) {
        warn_of(co_run_path(point, side), of_alone, 1 - side);
        return;
      }
    }
    for (const std::size_t side : {0U, 1U}) {
      profile_.confidence[co_run_path(point, side)] = inverse(paces[side].time.confidence());
    }
    profile_.co_run.push_back(point);
  }

  /// behind: series that came after it.
  void warn_of(const std::string& path, double of_alone, std::size_t behind) const {
    const std::vector<double>& samples = meter_.series()[meter_.series().size() - 1 - behind].samples;
    std::vector<std::string> texts;
    texts.reserve(samples.size());
    for (const double sample : samples) {
      texts.push_back(fmt::format("{:.4g}", sample));
    }
    options_.warn(
        fmt::format("{} is {:.2f} times as fast as alone, so that this pair is left out of the profile: "
                    "something disturbed it; for as much work it took {} ms",
                    path, of_alone, some_of(texts)));
  }

  void say_none() {
    profile_.co_run.clear();
    profile_.provenance["co_run"] = "not measured: kernels do not stay on the SMs side by side here";
    options_.warn("how kernels share SMs is " + profile_.provenance["co_run"]);
  }

  void say_what_was_found() {
    std::string text =
        fmt::format("half of the CTAs of each kernel on every SM, {} pairs, of which the probes are {} and {}",
                    profile_.co_run.size(), kProbes[0], kProbes[1]);
    if (!without_room_.empty()) {
      const std::string none = fmt::format("SMs had no room for all CTAs of {}", some_of(without_room_));
      text += "; " + none;
      options_.warn(none + ": not measured");
    }
    if (!from_curve_.empty()) {
      text += fmt::format(
          "; alone, running on and on, they are {:.1f} % from their curves in the median, {:.1f} % at worst",
          stats::median(from_curve_) * 100, *std::max_element(from_curve_.begin(), from_curve_.end()) * 100);
    }
    if (!starts_.empty()) {
      text += fmt::format("; all CTAs of a kernel were there {:.3g} ms after its launch in the median",
                          stats::median(starts_));
    }
    profile_.provenance["co_run"] = text;
  }

  Meter& meter_;
  const Options& options_;
  Device& profile_;
  std::deque<Neighbour> all_;
  std::vector<std::string> without_room_;
  std::vector<double> from_curve_, starts_;
  bool none_came_ = false;
};

}  // namespace

void measure_beside_others(Meter& meter, const gpu::Device& device, Device& profile) {
  if (std::all_of(kProbes.begin(), kProbes.end(),
                  [&](std::string_view probe) { return profile.kernels.contains(probe); })) {
    BesideOthers(meter, device, profile).measure();
  }
}

}  // namespace warpshop::calibrate
