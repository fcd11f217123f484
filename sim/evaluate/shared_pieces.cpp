#include "sim/evaluate/shared_pieces.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>

#include "sim/evaluate/rates/kernel_on_sms.hpp"
#include "sim/evaluate/rates/kernel_rates.hpp"

namespace warpshop::evaluate {
namespace {

/// A moment at which residencies begin and end.
struct Moment {
  Millis time{0};
  std::vector<std::size_t> begin;
  std::vector<std::size_t> end;
};

std::vector<Moment> moments_of(const Timeline& timeline) {
  std::vector<Millis> times;
  for (const Residency& held : timeline.residencies) {
    times.insert(times.end(), {held.start, held.end});
  }
  std::sort(times.begin(), times.end());
  const Millis tolerance = kTieTolerance * timeline.makespan;
  std::vector<Moment> moments;
  std::vector<Millis> firsts;
  for (const Millis time : times) {
    if (firsts.empty() || time - firsts.back() > tolerance) {
      firsts.push_back(time);
      moments.push_back({.time = time, .begin = {}, .end = {}});
    }
  }
  const auto at = [&](Millis time) {
    return static_cast<std::size_t>(std::upper_bound(firsts.begin(), firsts.end(), time) - firsts.begin()) - 1;
  };
  for (std::size_t each = 0; each < timeline.residencies.size(); ++each) {
    const std::size_t begin = at(timeline.residencies[each].start);
    const std::size_t end = at(timeline.residencies[each].end);
    if (begin < end) {
      moments[begin].begin.push_back(each);
      moments[end].end.push_back(each);
    }
  }
  return moments;
}

class Pieces {
 public:
  Pieces(const Instance& instance, const Plan& plan, const Timeline& timeline)
      : instance_(instance), form_(plan.share->form), timeline_(timeline), rates_(instance, *plan.share) {}

  SharedPiece piece(Millis from, Millis to, const std::set<std::size_t>& present) {
    SharedPiece piece{.from = from, .to = to, .parts = {}};
    std::vector<WorkingCtas> works;
    std::vector<std::size_t> residencies;  // by position there
    for (const std::size_t each : present) {
      const Residency& held = timeline_.residencies[each];
      if (!(held.subtasks > 0) && !held.stands_still) {
        continue;
      }
      if (kernel(held.task).law) {
        works.push_back({.kernel = &kernel(held.task),
                         .launch = held.task,
                         .on = {.first = held.first_sm, .sms = held.sms, .ctas = held.ctas_per_sm},
                         .still = held.stands_still});
        residencies.push_back(each);
      } else {
        piece.parts.push_back({each, held.subtasks / (held.end - held.start).count(), std::nullopt});
      }
    }
    rates_.set_with_loads(works);
    for (std::size_t i = 0; i < works.size(); ++i) {
      piece.parts.push_back({residencies[i], works[i].rate, works[i].busy});
    }
    return piece;
  }

 private:
  const KernelOnSms& kernel(std::uint32_t task) {
    const auto [found, is_new] = kernels_.try_emplace(task);
    if (is_new) {
      found->second = kernel_on_sms(instance_, task, form_);
    }
    return found->second;
  }

  const Instance& instance_;
  KernelForm form_;
  const Timeline& timeline_;
  KernelRates rates_;
  std::map<std::uint32_t, KernelOnSms> kernels_;  ///< by task
};

}  // namespace

std::vector<SharedPiece> shared_pieces(const Instance& instance, const Plan& plan, const Timeline& timeline) {
  if (timeline.residencies.empty()) {
    return {};
  }
  Pieces pieces(instance, plan, timeline);
  std::vector<SharedPiece> found;
  std::vector<double> by_law(timeline.residencies.size());  // subtasks that the law would do
  std::set<std::size_t> present;
  const std::vector<Moment> moments = moments_of(timeline);
  for (std::size_t i = 0; i + 1 < moments.size(); ++i) {
    for (const std::size_t each : moments[i].end) {
      present.erase(each);
    }
    present.insert(moments[i].begin.begin(), moments[i].begin.end());
    found.push_back(pieces.piece(moments[i].time, moments[i + 1].time, present));
    for (const SharedPiece::Part& part : found.back().parts) {
      by_law[part.residency] += part.rate * (found.back().to - found.back().from).count();
    }
  }
  const double fastest = fastest_beside_copies(instance.chip->interference.value_or(Interference{}));
  for (SharedPiece& piece : found) {
    for (SharedPiece::Part& part : piece.parts) {
      const double law = by_law[part.residency];
      // Where times that count as one are all that there is of a piece, it is as short or as long as it happens to be.
      const double even = law > 0 ? std::min(timeline.residencies[part.residency].subtasks / law, fastest) : 0;
      part.rate *= even;
      for (std::size_t resource = 0; part.busy && resource < kSharedResources; ++resource) {
        (*part.busy)[resource] *= even;
      }
    }
  }
  return found;
}

std::vector<ResourceLoad> resource_loads(const Instance& instance, const Plan& plan, const Timeline& timeline) {
  std::vector<ResourceLoad> loads;
  if (!instance.paces.empty()) {
    return {};  // what a residency keeps busy depends on the phases that it was in
  }
  const std::vector<SharedPiece> pieces = shared_pieces(instance, plan, timeline);
  for (const SharedPiece& piece : pieces) {
    ResourceLoad& load = loads.emplace_back(ResourceLoad{.from = piece.from});
    for (const SharedPiece::Part& part : piece.parts) {
      if (!part.busy) {
        return {};
      }
      for (std::size_t resource = 0; resource < kSharedResources; ++resource) {
        load.busy[resource] += (*part.busy)[resource] / static_cast<double>(instance.chip->sm.count);
      }
    }
  }
  if (!pieces.empty()) {
    loads.push_back({.from = pieces.back().to});
  }
  return loads;
}

}  // namespace warpshop::evaluate
