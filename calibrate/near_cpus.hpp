#pragma once

#include <string>

#include <sched.h>

#include "calibrate/context.hpp"

namespace warpshop::calibrate {

/// While it lives, the calling thread and those that it starts run on the CPUs that are nearest to a GPU, as the kernel
/// lists them: copies from the memory of another socket are slower, and which one a thread is on is chance. Where all
/// CPUs are as near, the kernel does not say, or none of the nearest may be used, nothing is bound.
class NearCpus {
 public:
  /// pci_address: of the GPU; empty: it has none.
  explicit NearCpus(const std::string& pci_address, const std::string& pci_folder = kPciFolder);
  NearCpus(const NearCpus&) = delete;
  NearCpus& operator=(const NearCpus&) = delete;
  ~NearCpus();

  /// For provenance, such as `bound to 0-15, the CPUs of NUMA node 0, where the GPU is`. Empty: there was no choice.
  const std::string& text() const { return text_; }

 private:
  bool bound_ = false;
  cpu_set_t before_{};
  std::string text_;
};

}  // namespace warpshop::calibrate
