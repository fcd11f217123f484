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

std::map<std::pair<std::size_t, WaveRates::OnSm>, std::int64_t> WaveRates::alike_sms(
    std::span<WaveKernel* const> kernels) {
  on_sm_.resize(partition_of_.size());
  std::for_each(on_sm_.begin(), on_sm_.end(), [](OnSm& sm) { sm.clear(); });
  for (std::size_t kernel = 0; kernel < kernels.size(); ++kernel) {
    const auto add = [&](const std::vector<std::uint32_t>& held) {
      for (std::size_t sm = 0; sm < held.size(); ++sm) {
        if (held[sm] > 0 && !on_sm_[sm].empty() && on_sm_[sm].back().first == kernel) {
          on_sm_[sm].back().second += held[sm];
        } else if (held[sm] > 0) {
          on_sm_[sm].emplace_back(kernel, held[sm]);
        }
      }
    };
    add(kernels[kernel]->held);
    for (const WaveBatch& batch : kernels[kernel]->leaving) {
      if (!batch.idle) {
        add(batch.held);
      }
    }
  }
  std::map<std::pair<std::size_t, OnSm>, std::int64_t> alike;
  auto last = alike.end();
  for (std::size_t sm = 0; sm < on_sm_.size(); ++sm) {
    if (last == alike.end() || last->first.first != partition_of_[sm] || last->first.second != on_sm_[sm]) {
      last = alike.try_emplace({partition_of_[sm], on_sm_[sm]}, 0).first;
    }
    ++last->second;
  }
  return alike;
}

void WaveRates::set_speeds(std::vector<WaveKernel*>& kernels, const BesideCopies& beside, double now) {
  std::erase_if(kernels, [&](const WaveKernel* kernel) { return !kernel->works(now) || working(*kernel) == 0; });
  std::vector<double> rates(kernels.size());
  std::map<std::size_t, std::vector<SmGroup>> with_law;  // by partition
  std::map<std::size_t, std::vector<std::size_t>> whose;
  for (const auto& [held, sms] : alike_sms(kernels)) {
    const auto& [partition, on_sm] = held;
    SmGroup group{.sms = sms, .residents = {}};
    for (const auto& [i, ctas] : on_sm) {
      const KernelOnSms& kernel = kernels[i]->on_sms;
      if (kernel.law) {
        group.residents.push_back({*kernel.law, static_cast<double>(ctas), i});
        whose[partition].push_back(i);
      } else if (on_sm.size() > 1) {
        throw std::logic_error("a kernel that shares with nobody was given SMs beside another");
      } else {
        rates[i] += static_cast<double>(sms) * ctas / kernel.alone.count();
      }
    }
    if (!group.residents.empty()) {
      with_law[partition].push_back(std::move(group));
    }
  }
  for (const auto& [partition, groups] : with_law) {
    auto of = whose[partition].begin();
    for (const SubtasksPerMilli& rate : rates_by_set_->rates(groups, memory_of(partition))) {
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
