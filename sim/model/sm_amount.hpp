#pragma once

#include <cstdint>
#include <string>

namespace warpshop {

/// So many SMs, or a part of one, counted in millionths: slices of SMs follow from it without rounding errors.
struct SmAmount {
  static constexpr std::int64_t kOneSm = 1'000'000;
  std::int64_t millionths = 0;  ///< > 0, at most 2000 SMs (kMostSms)
  friend auto operator<=>(const SmAmount&, const SmAmount&) = default;
};

/// `2.5 SMs`.
std::string sms_text(SmAmount amount);

// A slice is what one CTA of a kernel takes where an SM holds `per_sm` of them: 1 / per_sm of the SM. per_sm: 1 … 2^20.

/// The fewest slices that are that much or more.
constexpr std::int64_t slices_of_reservation(SmAmount amount, std::int64_t per_sm) {
  return (amount.millionths * per_sm + SmAmount::kOneSm - 1) / SmAmount::kOneSm;
}
/// The most slices that are that much or less; 0, of less than a slice.
constexpr std::int64_t slices_of_quota(SmAmount amount, std::int64_t per_sm) {
  return amount.millionths * per_sm / SmAmount::kOneSm;
}

}  // namespace warpshop
