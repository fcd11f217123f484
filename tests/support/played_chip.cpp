#include "tests/support/played_chip.hpp"

#include <array>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "sim/evaluate/rates/kernel_on_sms.hpp"
#include "sim/evaluate/rates/kernel_rates.hpp"

namespace warpshop::test {
namespace {

/// What is known of the kernels, in either form.
class KnownKernels {
 public:
  KnownKernels(const Instance& instance, const std::map<std::string, std::uint32_t, std::less<>>& task_of)
      : rates_(instance) {
    for (const auto& [name, task] : task_of) {
      kernels_.emplace(name, std::array{evaluate::kernel_on_sms(instance, task, KernelForm::plain),
                                        evaluate::kernel_on_sms(instance, task, KernelForm::persistent)});
    }
  }

  const evaluate::KernelOnSms& find(std::string_view name, gpu::Form form = gpu::Form::plain) const {
    return kernels_.find(name)->second[static_cast<std::size_t>(form)];
  }

  void set_rates(std::span<PlayedCtas> ctas) {
    std::vector<evaluate::WorkingCtas> working;
    working.reserve(ctas.size());
    for (const PlayedCtas& each : ctas) {
      working.push_back({.kernel = &find(each.kernel, each.form),
                         .launch = each.launch,
                         .on = {.first = each.sm, .sms = 1, .ctas = each.ctas}});
    }
    rates_.set(working);
    for (std::size_t i = 0; i < ctas.size(); ++i) {
      ctas[i].rate = working[i].rate;
    }
  }

 private:
  std::map<std::string, std::array<evaluate::KernelOnSms, 2>, std::less<>> kernels_;
  evaluate::KernelRates rates_;
};

}  // namespace

PlayedChip played_chip(const Instance& instance, std::map<std::string, std::uint32_t, std::less<>> task_of) {
  const auto known = std::make_shared<KnownKernels>(instance, task_of);
  return {.sms = static_cast<std::uint32_t>(instance.chip->sm.count),
          .sm = resources_of(instance.chip->sm),
          .cta = [known](std::string_view name) { return known->find(name).cta; },
          .ctas_per_sm = [known](std::string_view name) { return known->find(name).per_sm; },
          .rates = [known](std::span<PlayedCtas> ctas) { known->set_rates(ctas); },
          .invocation = [known](std::string_view name) { return known->find(name).launch; },
          .launch_latency = instance.chip->launch_latency};
}

}  // namespace warpshop::test
