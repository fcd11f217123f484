#include "sim/model/co_run.hpp"

namespace warpshop {

std::string co_run_path(const CoRunPoint& point, std::size_t side) {
  const std::size_t other = 1 - side;
  return "co_run." + std::to_string(point.ctas[side]) + ' ' + point.kernels[side] + " beside " +
         std::to_string(point.ctas[other]) + ' ' + point.kernels[other];
}

}  // namespace warpshop
