#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/evaluate/answers.hpp"
#include "sim/model/alike_sms.hpp"
#include "sim/model/share.hpp"

namespace warpshop::evaluate {

/// CTAs of a kernel that work on each of some SMs.
struct CtasOnSm {
  std::uint32_t kernel = 0;
  std::uint32_t ctas = 0;
  bool still = false;  ///< they do nothing
  friend auto operator<=>(const CtasOnSm&, const CtasOnSm&) = default;
};

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
  struct Kind {
    std::size_t partition = 0;
    std::uint32_t sms = 0;
    std::size_t place = 0;                   ///< of its first kernel, among those of all kinds in their order
    std::span<const CtasOnSm> kernels = {};  ///< in the order of their numbers
  };

  /// Nothing works so far.
  void begin() { working_.clear(); }
  /// CTAs of a kernel have subtasks in hand there; after those of kernels with smaller numbers. still: as all of it on
  /// that SM.
  void add(std::uint32_t kernel, const SmRange& range, bool still) {
    working_.push_back({.on = range, .its = {.kernel = kernel, .ctas = range.ctas, .still = still}});
  }
  /// Of all that was added. ends: behind which SMs a section ends, whatever works there, as they are in another
  /// partition, by SM.
  void find(std::span<const std::uint32_t> ends, std::span<const std::size_t> partition_of);

  std::span<const Section> sections() const { return sections_; }
  /// By partition, then by what works there.
  std::span<const Kind> kinds() const { return kinds_; }
  /// How many kernels all kinds have, each for itself.
  std::size_t places() const { return kinds_.empty() ? 0 : kinds_.back().place + kinds_.back().kernels.size(); }
  /// visit(place, times): of a kernel, the CTAs of a range that was added do so many times what all of its CTAs do on
  /// one SM of the kind that has the place.
  template <class Visit>
  void for_each_place(const SmRange& range, std::uint32_t kernel, const Visit& visit) const {
    for (const Section& section : sections_of(range)) {
      const Kind& kind = kinds_[section.kind];
      const auto its = std::partition_point(kind.kernels.begin(), kind.kernels.end(),
                                            [kernel](const CtasOnSm& each) { return each.kernel < kernel; });
      visit(kind.place + static_cast<std::size_t>(its - kind.kernels.begin()),
            static_cast<double>(section.span.sms) * range.ctas / its->ctas);
    }
  }
  /// How many SMs of which kinds there are, whatever their numbers.
  void add_to(WordsKey& key) const;

 private:
  struct Working {
    SmRange on = {};
    CtasOnSm its = {};
    std::size_t first_section = 0, last_section = 0;  ///< of which it has parts: first ≤ … < last
  };
  /// What works on a section: where in there_, and how many kernels.
  struct There {
    std::size_t begin = 0;
    std::size_t kernels = 0;
  };

  /// Those of a range that was added.
  std::span<const Section> sections_of(const SmRange& range) const;
  std::span<const CtasOnSm> there(std::size_t section) const {
    return std::span(there_).subspan(on_section_[section].begin, on_section_[section].kernels);
  }
  /// there_, on_section_.
  void fill_in();

  std::vector<Working> working_;
  AlikeSms alike_;
  std::vector<SmSpan> spans_;
  std::vector<Section> sections_;
  std::vector<There> on_section_;
  std::vector<CtasOnSm> there_;
  std::vector<std::size_t> order_;  ///< of sections on which something works
  std::vector<Kind> kinds_;
};

}  // namespace warpshop::evaluate
