#include "sim/evaluate/rates/kernel_on_sms.hpp"

#include <algorithm>

namespace warpshop::evaluate {

KernelOnSms kernel_on_sms(const Instance& instance, std::uint32_t task, KernelForm form) {
  const SmModel& sm = instance.chip->sm;
  const KernelWork work = instance.work.empty() ? KernelWork{} : instance.work[task];
  const NamedKernel* named = work.kernel == KernelWork::kNone ? nullptr : &instance.kernels[work.kernel];
  KernelOnSms kernel;
  kernel.join = form == KernelForm::persistent ? instance.chip->launch_latency : Millis{0};
  if (named == nullptr || !named->law || !named->model.cta || work.subtasks < 1) {
    kernel.cta = resources_of(sm);
    kernel.subtasks = sm.count;
    kernel.alone = instance.jobs[task].kernel;
    return kernel;
  }
  const KernelModel& model = named->model;
  kernel.cta = resources_of_cta(sm, *model.cta);
  kernel.per_sm = static_cast<std::uint32_t>(std::min(model.cta->per_sm, most_ctas_per_sm(sm, *model.cta)));
  kernel.subtasks = work.subtasks;
  kernel.launch = std::min(model.invocation.value_or(Millis{0}), instance.jobs[task].kernel);
  kernel.law = named->law;
  kernel.length = work.length;
  kernel.pace = work.pace == KernelWork::kNone ? nullptr : &instance.paces[work.pace];
  kernel.memory_bound = model.category == Category::memory_bound;
  if (form == KernelForm::persistent) {
    kernel.length *= model.transformation.value_or(1);
    kernel.eviction = model.eviction.value_or(Millis{0});
  }
  return kernel;
}

}  // namespace warpshop::evaluate
