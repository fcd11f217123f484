#include "sim/model/axis_number.hpp"

#include "sim/model/quantity.hpp"

namespace warpshop {

std::optional<AxisNumber> axis_number(std::string_view text) {
  const std::optional<Quantity> quantity = parse_quantity(text);
  if (!quantity) {
    return std::nullopt;
  }
  for (const Units units :
       {Units(kTimeUnits), Units(kSizeUnits), Units(kBandwidthUnits), Units(kPowerUnits), Units(kRateUnits)}) {
    if (const Unit* unit = find_unit(units, quantity->unit)) {
      const std::optional<double> value = to_double(*quantity, unit->exponent);
      return value ? std::optional(AxisNumber{*value * static_cast<double>(unit->factor), units.front().name})
                   : std::nullopt;
    }
  }
  const std::optional<double> value = to_double(*quantity);
  return value ? std::optional(AxisNumber{*value, quantity->unit}) : std::nullopt;
}

bool same_value(std::string_view first, std::string_view second) {
  const std::optional<AxisNumber> number = axis_number(first);
  return first == second || (number && number == axis_number(second));
}

}  // namespace warpshop
