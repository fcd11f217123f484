#include "dispatch/share/grants.hpp"

namespace warpshop::dispatch {

std::optional<std::string> refusal(const Mechanism& mechanism, const gpu::Properties& device) {
  if (mechanism.several_processes) {
    return "takes a process a client, and one process runs all";
  }
  if (mechanism.leaving != Leaving::drain) {
    return "takes CTAs away before the end of their subtasks, which nobody can tell a GPU to";
  }
  if (mechanism.counts) {
    return "counts what each kernel does SM by SM, which no GPU tells";
  }
  if (mechanism.form == KernelForm::persistent) {
    return device.persistent_kernels
               ? std::nullopt
               : std::optional<std::string>("takes kernels of the persistent form, and this backend has none");
  }
  if (mechanism.has_levels && device.priorities == 1) {
    return "takes streams of several priorities, and here all have one";
  }
  if (mechanism.settable != Settable::nothing || (mechanism.tells_when_dealt && !mechanism.has_levels)) {
    return "is nothing that kernels can be launched with so far";
  }
  if (!mechanism.one_kernel && !device.concurrent_kernels) {
    return "leaves it to the device which kernels run side by side, and this one runs plain kernels one at a time";
  }
  return std::nullopt;
}

}  // namespace warpshop::dispatch
