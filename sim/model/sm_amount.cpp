#include "sim/model/sm_amount.hpp"

#include "sim/model/quantity.hpp"

namespace warpshop {

std::string sms_text(SmAmount amount) {
  return quantity_text(static_cast<double>(amount.millionths), kSmUnits[amount.millionths == SmAmount::kOneSm ? 1 : 0]);
}

}  // namespace warpshop
