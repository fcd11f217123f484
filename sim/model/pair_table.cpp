#include "sim/model/pair_table.hpp"

#include <algorithm>

namespace warpshop {
namespace {

bool less_throughput(const PairConfiguration& a, const PairConfiguration& b) {
  return a.stp() < b.stp();
}

}  // namespace

const PairConfiguration& KernelPair::best() const {
  return *std::max_element(configurations.begin(), configurations.end(), less_throughput);
}

const PairConfiguration& KernelPair::worst() const {
  return *std::min_element(configurations.begin(), configurations.end(), less_throughput);
}

}  // namespace warpshop
