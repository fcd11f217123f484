#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/model/occupancy.hpp"
#include "sim/model/share.hpp"

namespace warpshop::evaluate {

/// What is left of every SM.
class SmRoom {
 public:
  explicit SmRoom(const SmModel& sm) : left_(static_cast<std::size_t>(sm.count), resources_of(sm)) {}

  std::size_t sms() const { return left_.size(); }
  void take(const SmRange& range, const SmResources& cta);
  void give_back(const SmRange& range, const SmResources& cta);

  /// Deals at most `count` CTAs out, one to each SM in turn (round robin) as long as it has room and fewer than
  /// wanted[sm] of them; how many each SM gets. O(SMs · CTAs of one). Takes nothing.
  std::vector<std::uint32_t> deal(std::int64_t count, const SmResources& cta,
                                  std::span<const std::uint32_t> wanted) const;

 private:
  std::vector<SmResources> left_;
};

/// At most `count` CTAs, one on each SM in turn where fewer are than wanted[sm].
std::vector<std::uint32_t> deal_evenly(std::int64_t count, std::span<const std::uint32_t> wanted);

/// CTAs by SM, of an allocation on a device of so many SMs.
std::vector<std::uint32_t> by_sm(const Allocation& allocation, std::size_t sms);

/// The allocation that has so many CTAs on each SM.
Allocation in_ranges(std::span<const std::uint32_t> ctas);

}  // namespace warpshop::evaluate
