#include "sim/evaluate/events/shared/wave_rates.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "sim/evaluate/events/shared/last_round.hpp"

namespace warpshop::evaluate {
namespace {

/// CTAs that have subtasks in hand.
std::int64_t working(const WaveKernel& kernel) {
  std::int64_t ctas = kernel.ctas;
  for (const WaveBatch& batch : kernel.leaving) {
    ctas += batch.idle ? 0 : batch.ctas;
  }
  return ctas;
}

/// The same, by SM.
std::vector<std::uint32_t> working_by_sm(const WaveKernel& kernel) {
  std::vector<std::uint32_t> ctas = kernel.held;
  for (const WaveBatch& batch : kernel.leaving) {
    if (!batch.idle) {
      std::transform(ctas.begin(), ctas.end(), batch.held.begin(), ctas.begin(), std::plus<>());
    }
  }
  return ctas;
}

/// rate: subtasks of all CTAs in a millisecond.
void set_speed(WaveKernel& kernel, double rate, const Share& share) {
  const auto ctas = static_cast<double>(working(kernel));
  if (share.slice_launch > Millis{0}) {
    const double rounds =
        std::ceil(static_cast<double>(kernel.on_sms.subtasks) / static_cast<double>(kernel.on_sms.widest));
    rate /= share.slowed_by_slices(Millis{ctas / rate}, rounds);
  }
  kernel.speed = rate * static_cast<double>(kernel.ctas) / ctas / kernel.longer;
  for (WaveBatch& batch : kernel.leaving) {
    batch.speed = batch.idle ? 0 : rate * static_cast<double>(batch.ctas) / ctas / kernel.longer;
  }
}

}  // namespace

WaveRates::WaveRates(const Instance& instance, const Share& share) : share_(share) {
  for (std::uint32_t sm = 0; sm < static_cast<std::uint32_t>(instance.chip->sm.count); ++sm) {
    partition_of_.push_back(share.partition_of(sm));
  }
  if (instance.co_run) {
    rates_by_set_.emplace(*instance.co_run);
  }
}

std::vector<WaveRates::AlikeSms> WaveRates::alike_sms(std::span<WaveKernel* const> kernels) {
  std::vector<std::vector<std::uint32_t>> held;
  held.reserve(kernels.size());
  for (const WaveKernel* kernel : kernels) {
    held.push_back(working_by_sm(*kernel));
  }
  std::vector<AlikeSms> groups;
  for (std::size_t sm = 0; sm < partition_of_.size();) {
    const std::size_t first = sm;
    const auto as_before = [&](const std::vector<std::uint32_t>& ctas) { return ctas[sm] == ctas[first]; };
    while (++sm < partition_of_.size() && partition_of_[sm] == partition_of_[first] &&
           std::all_of(held.begin(), held.end(), as_before)) {
    }
    const auto holds_these = [&](const AlikeSms& group) {
      const auto same = [&](const std::vector<std::uint32_t>& ctas, std::uint32_t count) {
        return ctas[first] == count;
      };
      return group.partition == partition_of_[first] &&
             std::equal(held.begin(), held.end(), group.ctas.begin(), group.ctas.end(), same);
    };
    auto group = std::find_if(groups.begin(), groups.end(), holds_these);
    if (group == groups.end()) {
      group = groups.insert(group, {.partition = partition_of_[first], .sms = 0, .ctas = {}});
      for (const std::vector<std::uint32_t>& ctas : held) {
        group->ctas.push_back(ctas[first]);
      }
    }
    group->sms += static_cast<std::int64_t>(sm - first);
  }
  return groups;
}

void WaveRates::set_speeds(std::vector<WaveKernel*>& kernels, const BesideCopies& beside, double now) {
  std::erase_if(kernels, [&](const WaveKernel* kernel) { return !kernel->works(now) || working(*kernel) == 0; });
  std::vector<double> rates(kernels.size());
  const std::vector<AlikeSms> groups = alike_sms(kernels);
  for (std::size_t partition = 0; partition <= share_.partitions.size(); ++partition) {
    std::vector<SmGroup> with_law;
    std::vector<std::size_t> whose;
    for (const AlikeSms& group : groups) {
      if (group.partition != partition) {
        continue;
      }
      SmGroup residents{.sms = group.sms, .residents = {}};
      for (std::size_t i = 0; i < kernels.size(); ++i) {
        const KernelOnSms& kernel = kernels[i]->on_sms;
        if (group.ctas[i] == 0) {
          continue;
        }
        if (kernel.law) {
          residents.residents.push_back({*kernel.law, static_cast<double>(group.ctas[i]), i});
          whose.push_back(i);
        } else if (std::accumulate(group.ctas.begin(), group.ctas.end(), 0U) > group.ctas[i]) {
          throw std::logic_error("a kernel that shares with nobody was given SMs beside another");
        } else {
          rates[i] += static_cast<double>(group.sms) * group.ctas[i] / kernel.alone.count();
        }
      }
      if (!residents.residents.empty()) {
        with_law.push_back(std::move(residents));
      }
    }
    if (with_law.empty()) {
      continue;
    }
    auto of = whose.begin();
    for (const SubtasksPerMilli& rate : rates_by_set_->rates(with_law, memory_of(partition))) {
      const KernelOnSms& kernel = kernels[*of]->on_sms;
      rates[*of++] += rate.value / kernel.length * (kernel.memory_bound ? beside.memory_bound : 1);
    }
  }
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    set_speed(*kernels[i], rates[i], share_);
  }
}

double WaveRates::last_part(const WaveKernel& kernel, std::int64_t last) {
  if (!kernel.on_sms.law) {
    return 1;
  }
  const auto first = std::find_if(kernel.held.begin(), kernel.held.end(), [](std::uint32_t ctas) { return ctas > 0; });
  const double memory = memory_of(partition_of_[static_cast<std::size_t>(first - kernel.held.begin())]);
  BytesKey key;
  rates_by_set_->add_kernel(key, *kernel.on_sms.law);
  key.add(kernel.on_sms.subtasks).add(last).add(memory);
  for (const std::uint32_t ctas : kernel.held) {
    key.add(ctas);
  }
  if (const auto found = last_parts_.find(key.bytes()); found != last_parts_.end()) {
    return found->second;
  }
  if (last_parts_.size() >= kMostParts) {
    last_parts_.clear();
  }
  const double part = last_round_part(&*rates_by_set_, kernel.on_sms, memory, kernel.held, last);
  return last_parts_.emplace(key.bytes(), part).first->second;
}

}  // namespace warpshop::evaluate
