#include "calibrate/near_cpus.hpp"

#include <sstream>
#include <string>

#include <fmt/format.h>

#include "calibrate/first_line.hpp"

namespace warpshop::calibrate {
namespace {

/// Of a list such as `0-15,32`; none where it is no such list.
cpu_set_t cpus_of(const std::string& list) {
  cpu_set_t cpus;
  CPU_ZERO(&cpus);
  std::istringstream ranges(list);
  for (std::string range; std::getline(ranges, range, ',');) {
    std::istringstream text(range);
    int first = 0;
    int last = 0;
    char dash = 0;
    if (!(text >> first) || first < 0) {
      continue;
    }
    last = text >> dash >> last && dash == '-' ? last : first;
    for (int cpu = first; cpu <= last && cpu < CPU_SETSIZE; ++cpu) {
      CPU_SET(cpu, &cpus);
    }
  }
  return cpus;
}

}  // namespace

NearCpus::NearCpus(const std::string& pci_address, const std::string& pci_folder) {
  const std::string folder = pci_folder + '/' + pci_address;
  const std::string list = pci_address.empty() ? "" : first_line(folder + "/local_cpulist");
  if (list.empty() || ::sched_getaffinity(0, sizeof before_, &before_) != 0) {
    return;
  }
  const cpu_set_t near = cpus_of(list);
  if (CPU_COUNT(&near) == 0) {
    return;
  }
  cpu_set_t both;
  CPU_AND(&both, &near, &before_);
  const std::string node = first_line(folder + "/numa_node");
  if (CPU_COUNT(&both) == 0) {
    text_ = fmt::format("not bound: none of {}, which are nearest to the GPU (NUMA node {}), may be used", list, node);
  } else if (CPU_EQUAL(&both, &before_) == 0 && ::sched_setaffinity(0, sizeof both, &both) == 0) {
    bound_ = true;
    text_ = fmt::format("bound to {}, the CPUs of NUMA node {}, where the GPU is", list, node);
  }
}

NearCpus::~NearCpus() {
  if (bound_) {
    ::sched_setaffinity(0, sizeof before_, &before_);
  }
}

}  // namespace warpshop::calibrate
