#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/model/policy_settings.hpp"

namespace warpshop::study {

/// Numbers of a setting, one a client.
using ByClient = std::vector<double>;

/// What numbers there are to try of an option that has one a client, on a GPU of so many SMs: see SearchRange.
class SettingSpace {
 public:
  /// Keeps a reference. clients ≥ 1; sms ≥ 1.
  SettingSpace(const SearchRange& range, std::size_t clients, double sms)
      : range_(range), clients_(clients), sms_(sms) {}

  /// Coarse steps of every number; where these are more than 200, so many of them, drawn by the seed.
  std::vector<ByClient> grid(std::uint64_t seed) const;
  /// All that there is for everybody, where clients may have that, and even shares.
  std::vector<ByClient> usual() const;
  /// One number up or down by a step, at least one SM where they are of SMs; pairs: two of them, by one
  /// step each or, where there are no others, by up to two. Where they share all SMs these go from one client to
  /// another, and there are no pairs. Not `here` itself.
  std::vector<ByClient> neighbours(const ByClient& here, double step, bool pairs) const;

 private:
  double shared_sms() const;
  ByClient filling(const ByClient& ratios) const;
  double moved(double number, int steps, double step) const;
  ByClient with_sms_moved(ByClient sms, std::size_t to, std::size_t from, double percent) const;

  const SearchRange& range_;
  std::size_t clients_;
  double sms_;
};

}  // namespace warpshop::study
