#include "sim/evaluate/shared_pieces.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "sim/evaluate/events/shared/kernel_on_sms.hpp"

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

/// CTAs on each SM, by task.
using CtasByTask = std::map<std::uint32_t, std::uint32_t>;

/// SMs that hold the same, wherever they are: how many, and how many of them each residency has.
struct SmsInCommon {
  std::int64_t count = 0;
  std::map<std::size_t, std::uint32_t> of;
};

class Pieces {
 public:
  Pieces(const Instance& instance, const Plan& plan, const Timeline& timeline)
      : instance_(instance), share_(*plan.share), timeline_(timeline) {}

  SharedPiece piece(Millis from, Millis to, const std::set<std::size_t>& present) {
    SharedPiece piece{.from = from, .to = to, .parts = {}};
    std::map<std::size_t, std::vector<std::size_t>> by_partition;
    for (const std::size_t each : present) {
      const Residency& held = timeline_.residencies[each];
      if (!(held.subtasks > 0)) {
        continue;
      }
      if (kernel(held.task).law) {
        by_partition[share_.partition_of(held.first_sm)].push_back(each);
      } else {
        piece.parts.push_back({each, held.subtasks / (held.end - held.start).count(), std::nullopt});
      }
    }
    for (const auto& [partition, residencies] : by_partition) {
      add(partition < share_.partitions.size() ? share_.partitions[partition].bandwidth : 1, residencies, piece);
    }
    return piece;
  }

 private:
  const KernelOnSms& kernel(std::uint32_t task) {
    const auto [found, is_new] = kernels_.try_emplace(task);
    if (is_new) {
      found->second = kernel_on_sms(instance_, task, share_.form);
    }
    return found->second;
  }

  /// Parts of residencies that share one memory, at what the law says of them.
  void add(double memory, const std::vector<std::size_t>& residencies, SharedPiece& piece) {
    std::set<std::uint32_t> cuts;
    for (const std::size_t each : residencies) {
      const Residency& held = timeline_.residencies[each];
      cuts.insert({held.first_sm, held.first_sm + held.sms});
    }
    std::map<CtasByTask, SmsInCommon> alike;
    for (auto cut = cuts.begin(); std::next(cut) != cuts.end(); ++cut) {
      CtasByTask ctas;
      std::vector<std::size_t> here;  // several may be of one task
      for (const std::size_t each : residencies) {
        const Residency& held = timeline_.residencies[each];
        if (held.first_sm <= *cut && *cut < held.first_sm + held.sms) {
          ctas[held.task] += held.ctas_per_sm;
          here.push_back(each);
        }
      }
      SmsInCommon& sms = alike[std::move(ctas)];
      const std::uint32_t count = *std::next(cut) - *cut;
      sms.count += count;
      for (const std::size_t each : here) {
        sms.of[each] += count;
      }
    }
    std::vector<SmGroup> groups;
    for (const auto& [ctas, sms] : alike) {
      SmGroup& group = groups.emplace_back(SmGroup{.sms = sms.count, .residents = {}});
      for (const auto& [task, count] : ctas) {
        group.residents.push_back({*kernel(task).law, static_cast<double>(count), task});
      }
    }
    const std::vector<SubtasksPerMilli> rates = group_rates(*instance_.co_run, groups, memory);
    const std::vector<ResourceTimes> demands = group_demands(*instance_.co_run, groups);
    std::map<std::size_t, SharedPiece::Part> parts;
    std::size_t first = 0;  // of a group, in rates
    for (const auto& [ctas, sms] : alike) {
      add_group(ctas, sms, std::span(rates).subspan(first), std::span(demands).subspan(first), parts);
      first += ctas.size();
    }
    for (auto& [residency, part] : parts) {
      for (Millis& each : *part.demand) {
        each /= part.rate > 0 ? part.rate : 1;
      }
      piece.parts.push_back(part);
    }
  }

  /// Adds what each residency does on these SMs, and rate · demand.
  void add_group(const CtasByTask& ctas, const SmsInCommon& sms, std::span<const SubtasksPerMilli> rates,
                 std::span<const ResourceTimes> demands, std::map<std::size_t, SharedPiece::Part>& parts) {
    for (const auto& [each, count] : sms.of) {
      const Residency& held = timeline_.residencies[each];
      const auto found = ctas.find(held.task);
      const auto resident = static_cast<std::size_t>(std::distance(ctas.begin(), found));
      const double length = kernel(held.task).length;
      const double part_of_sms = static_cast<double>(count) / static_cast<double>(sms.count);
      const double part_of_ctas = static_cast<double>(held.ctas_per_sm) / static_cast<double>(found->second);
      const double rate = rates[resident].value / length * part_of_sms * part_of_ctas;
      SharedPiece::Part& part = parts.try_emplace(each, SharedPiece::Part{each, 0, ResourceTimes{}}).first->second;
      part.rate += rate;
      for (std::size_t resource = 0; resource < kSharedResources; ++resource) {
        (*part.demand)[resource] += rate * length * demands[resident][resource];
      }
    }
  }

  const Instance& instance_;
  const Share& share_;
  const Timeline& timeline_;
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
  const Interference beside = instance.chip->interference.value_or(Interference{});
  const double fastest = std::max(
      {1.0, beside.kernel_beside_h2d, beside.kernel_beside_d2h, beside.kernel_beside_h2d * beside.kernel_beside_d2h});
  for (SharedPiece& piece : found) {
    for (SharedPiece::Part& part : piece.parts) {
      const double law = by_law[part.residency];
      // Where times that count as one are all that there is of a piece, it is as short or as long as it happens to be.
      part.rate *= law > 0 ? std::min(timeline.residencies[part.residency].subtasks / law, fastest) : 0;
    }
  }
  return found;
}

std::vector<ResourceLoad> resource_loads(const Instance& instance, const Plan& plan, const Timeline& timeline) {
  std::vector<ResourceLoad> loads;
  const std::vector<SharedPiece> pieces = shared_pieces(instance, plan, timeline);
  for (const SharedPiece& piece : pieces) {
    ResourceLoad& load = loads.emplace_back(ResourceLoad{.from = piece.from});
    for (const SharedPiece::Part& part : piece.parts) {
      if (!part.demand) {
        return {};
      }
      for (std::size_t resource = 0; resource < kSharedResources; ++resource) {
        load.busy[resource] +=
            part.rate * (*part.demand)[resource].count() / static_cast<double>(instance.chip->sm.count);
      }
    }
  }
  if (!pieces.empty()) {
    loads.push_back({.from = pieces.back().to});
  }
  return loads;
}

}  // namespace warpshop::evaluate
