#include "sim/share/clients_there.hpp"

#include <algorithm>
#include <numeric>

#include "sim/model/sm_room.hpp"

namespace warpshop::share {
namespace {

/// To CTAs by span, those of an allocation.
void add(const Allocation& ranges, const std::vector<SmSpan>& spans, CtasBySpan& ctas) {
  for_each_span(ranges, spans, [&ctas](const SmRange& range, std::size_t span) { ctas[span] += range.ctas; });
}

/// Whether it has subtasks that no CTA has taken.
bool has_more(const KernelThere& kernel) {
  return kernel.running == nullptr || kernel.running->subtasks - kernel.running->done > ctas_of(kernel.running->held);
}

/// It takes some of these at once, or as its CTAs become free.
bool takes_more(const KernelThere& kernel) {
  return kernel.running == nullptr || (!kernel.running->held.empty() && has_more(kernel));
}

}  // namespace

std::span<ClientThere> ClientsThere::find(const Observation& seen) {
  kernels_.clear();
  for (const Running& kernel : seen.running) {
    kernels_.push_back({.task = kernel.task, .running = &kernel});
  }
  for (const std::uint32_t task : seen.ready) {
    kernels_.push_back({.task = task});
  }
  const auto owner = [this](const KernelThere& kernel) { return owner_of_[kernel.task]; };
  std::stable_sort(kernels_.begin(), kernels_.end(),
                   [&](const KernelThere& a, const KernelThere& b) { return owner(a) < owner(b); });
  std::size_t clients = 0;
  for (auto first = kernels_.begin(), end = first; first != kernels_.end(); first = end) {
    end =
        std::find_if(first, kernels_.end(), [&](const KernelThere& kernel) { return owner(kernel) != owner(*first); });
    if (clients == clients_.size()) {
      clients_.emplace_back();
    }
    ClientThere& client = clients_[clients++];
    client.owner = owner(*first);
    client.kernels = {first, end};
    client.takes_more = std::any_of(first, end, takes_more);
  }
  return {clients_.data(), clients};
}

void set_ctas(ClientThere& client, const Allocation& is_let, const std::vector<SmSpan>& spans) {
  client.holds.assign(spans.size(), 0);
  for (const KernelThere& kernel : client.kernels) {
    if (kernel.running != nullptr) {
      add(kernel.running->held, spans, client.holds);
    }
  }
  client.is_let.assign(spans.size(), 0);
  add(is_let, spans, client.is_let);
}

Allocation ranges_of(const CtasBySpan& ctas, const std::vector<SmSpan>& spans) {
  Allocation ranges;
  for (std::size_t span = 0; span < spans.size(); ++span) {
    append(ranges, {.first = spans[span].first, .sms = spans[span].sms, .ctas = ctas[span]});
  }
  return ranges;
}

std::vector<Allocation> asked_by_kernels(const ClientThere& client, const std::vector<SmSpan>& spans) {
  std::vector<Allocation> asked;
  CtasBySpan left = client.is_let;
  CtasBySpan held(spans.size());
  for (const KernelThere& kernel : client.kernels) {
    asked.push_back(ranges_of(left, spans));
    if (has_more(kernel)) {
      left.assign(spans.size(), 0);
      continue;
    }
    held.assign(spans.size(), 0);
    add(kernel.running->held, spans, held);
    for (std::size_t span = 0; span < spans.size(); ++span) {
      left[span] -= std::min(left[span], held[span]);
    }
  }
  return asked;
}

}  // namespace warpshop::share
