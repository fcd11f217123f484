#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/evaluate/answers.hpp"
#include "sim/model/alike_sms.hpp"
#include "sim/model/share.hpp"

namespace warpshop::evaluate {

/// SMs by what works there. Neighbours on which the same does are a section; sections on which the same does, wherever
/// they are, are of one kind. How fast kernels are depends on how many SMs there are of each kind alone, so it comes
/// back where sections do not.
class WorkingSms {
 public:
  static constexpr std::size_t kNoKind = static_cast<std::size_t>(-1);

  struct Section {
    SmSpan span = {};
    std::size_t kind = kNoKind;  ///< nothing works there
  };
  /// Of one kernel, on each SM of a section or kind.
  struct Cell {
    std::uint32_t ctas = 0;
    bool still = false;  ///< they do nothing
  };

  /// Nothing works so far, of so many kernels, which have numbers from 0.
  void begin(std::size_t kernels);
  /// CTAs of a kernel have subtasks in hand there. still: as all of it on that SM.
  void add(std::size_t kernel, const SmRange& range, bool still);
  /// Of all that was added. ends: behind which SMs a section ends, whatever works there, as they are in another
  /// partition, by SM.
  void find(std::span<const std::uint32_t> ends, std::span<const std::size_t> partition_of);

  std::size_t kernels() const { return width_ - 1; }

  std::span<const Section> sections() const { return sections_; }
  /// Those of a range that was added.
  std::span<const Section> sections_of(const SmRange& range) const;
  Cell on(const Section& section, std::size_t kernel) const { return cell(index(section), kernel); }
  /// By partition, then by what works there.
  std::size_t kinds() const { return kinds_.size(); }
  std::uint32_t sms(std::size_t kind) const { return kinds_[kind].sms; }
  std::size_t partition(std::size_t kind) const { return row(kinds_[kind].first)[0]; }
  Cell of_kind(std::size_t kind, std::size_t kernel) const { return cell(kinds_[kind].first, kernel); }
  /// How many SMs of which kinds there are, whatever their numbers.
  void add_to(WordsKey& key) const;

 private:
  struct Working {
    std::size_t kernel = 0;
    SmRange on = {};
    std::uint32_t still = 0;  ///< kStill, or nothing
  };
  struct Kind {
    std::size_t first = 0;  ///< section
    std::uint32_t sms = 0;
  };
  static constexpr std::uint32_t kStill = 1U << 31;  // no SM holds as many CTAs

  const std::uint32_t* row(std::size_t section) const { return cells_.data() + section * width_; }
  std::size_t index(const Section& section) const { return static_cast<std::size_t>(&section - sections_.data()); }
  Cell cell(std::size_t section, std::size_t kernel) const {
    const std::uint32_t its = row(section)[1 + kernel];
    return {.ctas = its & ~kStill, .still = (its & kStill) != 0};
  }

  std::vector<Working> working_;
  AlikeSms alike_;
  std::vector<SmSpan> spans_;
  std::vector<Section> sections_;
  std::size_t width_ = 0;
  std::vector<std::uint32_t> cells_;  ///< by section: the partition, then CTAs of each kernel
  std::vector<std::size_t> order_;    ///< of sections on which something works
  std::vector<Kind> kinds_;
};

}  // namespace warpshop::evaluate
