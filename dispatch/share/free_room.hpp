#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/model/occupancy.hpp"
#include "sim/model/share.hpp"

namespace warpshop::dispatch {

/// What is free on each SM, as far as one knows who was launched there and has not left.
class FreeRoom {
 public:
  FreeRoom(std::uint32_t sms, const SmResources& sm) : free_(sms, sm) {}

  std::uint32_t sms() const { return static_cast<std::uint32_t>(free_.size()); }
  /// Whether one CTA more fits.
  bool fits(std::uint32_t sm, const SmResources& cta) const {
    const SmResources& free = free_[sm];
    return cta.ctas <= free.ctas && cta.threads <= free.threads && cta.registers <= free.registers &&
           cta.shared_memory.count <= free.shared_memory.count;
  }
  /// CTAs of those of a range; there may be more than fit.
  void take(const SmRange& range, const SmResources& cta) {
    for (std::uint32_t sm = range.first; sm < range.first + range.sms; ++sm) {
      SmResources& free = free_[sm];
      free.ctas -= cta.ctas * range.ctas;
      free.threads -= cta.threads * range.ctas;
      free.registers -= cta.registers * range.ctas;
      free.shared_memory.count -= cta.shared_memory.count * range.ctas;
    }
  }
  /// An SM goes to nobody else: somebody before them lacks CTAs there.
  void keep(std::uint32_t sm) { free_[sm] = {}; }

 private:
  std::vector<SmResources> free_;
};

}  // namespace warpshop::dispatch
