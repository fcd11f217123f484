#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace warpshop::test {

/// A kernel as S3 sees it: SMs in millionths of one.
struct SlowCapsmKernel {
  std::uint32_t client = 0;
  std::int64_t per_sm = 1;    ///< CTAs that an SM holds
  std::int64_t subtasks = 1;  ///< that have not ended
  std::optional<std::int64_t> reservation = {}, quota = {};
};

/// What was on an SM, or asks to be there: CTAs by SM.
using SlowCtas = std::vector<std::int64_t>;

/// A kernel that has CTAs, or had.
struct SlowHeld {
  SlowCtas held, stays;  ///< with those that leave, and without
  std::int64_t subtasks_left = 0;
};

/// Reservations and quotas in slices of SMs, once more: written from the specification (S3, CapSM) and from
/// docs/policies/capsm.md, by a list of the slices of every SM, one entry a slice, and sums of fractions. Kernels go by
/// numbers; one of a number that has ended may come again.
class SlowCapsm {
 public:
  explicit SlowCapsm(std::size_t sms) : slices_(sms) {}

  /// What has happened since the call before: kernels that run, and those that could, in the order in which they became
  /// ready. Says what is granted to whom now.
  void go_on(const std::map<std::uint32_t, SlowHeld>& running, const std::vector<std::uint32_t>& ready,
             const std::map<std::uint32_t, SlowCapsmKernel>& kernels);

  /// CTAs by SM that a kernel is granted; none, of one that is not there.
  SlowCtas granted(std::uint32_t kernel) const;
  /// By kernel that is there: what it may ask for, as CTAs that have still to leave are in the way.
  std::map<std::uint32_t, SlowCtas> asked(const std::map<std::uint32_t, SlowHeld>& running) const;
  /// How often a kernel of a client with a reservation had to wait for it.
  std::uint64_t waits() const { return waits_; }
  /// They have been given something from now on.
  void are_given(const std::set<std::uint32_t>& kernels) { given_.insert(kernels.begin(), kernels.end()); }

 private:
  struct There {
    std::uint32_t number = 0;
    SlowCapsmKernel kernel;
  };

  std::int64_t slices_of(std::uint32_t number) const;
  /// Slices that it may have: its reservation, its quota, or all that there are.
  std::int64_t most_of(const There& each) const;
  /// How many more slices of 1 / per_sm there is room for, on one SM and on all.
  std::int64_t room(std::size_t sm, std::int64_t per_sm) const;
  std::int64_t room(std::int64_t per_sm) const;
  void take_away(std::uint32_t number, std::size_t sm);
  void take_all_away(std::uint32_t number);
  /// Of those that reserve nothing: most slices, of equal ones the latest. Null: none is left.
  const There* next_giver(const std::set<std::uint32_t>& have_given) const;
  /// All that it asked, for which others give theirs up; or nothing, where all of these are not enough.
  bool reserve(const There& comes);
  void has_to_wait(std::uint32_t number);

  std::vector<std::vector<There>> slices_;  ///< by SM: whose each is
  std::vector<There> there_;                ///< in the order in which they came
  std::set<std::uint32_t> given_, told_;
  std::uint64_t waits_ = 0;
};

/// So many CTAs of a kernel of which an SM holds `per_sm`.
struct SlowPart {
  std::int64_t ctas = 0;
  std::int64_t per_sm = 1;
};
/// Σ ctas / per_sm ≤ 1, as fractions.
bool fit_into_an_sm(const std::vector<SlowPart>& parts);

}  // namespace warpshop::test
