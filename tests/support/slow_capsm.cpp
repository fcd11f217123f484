#include "tests/support/slow_capsm.hpp"

#include <algorithm>
#include <numeric>

namespace warpshop::test {
namespace {

/// Fewest slices that are an amount of SMs or more; most that are as much or less.
std::int64_t at_least(std::int64_t millionths, std::int64_t per_sm) {
  std::int64_t slices = 0;
  while (slices * 1'000'000 < millionths * per_sm) {
    ++slices;
  }
  return slices;
}
std::int64_t at_most(std::int64_t millionths, std::int64_t per_sm) {
  std::int64_t slices = 0;
  while ((slices + 1) * 1'000'000 <= millionths * per_sm) {
    ++slices;
  }
  return slices;
}

}  // namespace

bool fit_into_an_sm(const std::vector<SlowPart>& parts) {
  std::int64_t numerator = 0;
  std::int64_t denominator = 1;
  for (const SlowPart& part : parts) {
    numerator = numerator * part.per_sm + part.ctas * denominator;
    denominator *= part.per_sm;
    const std::int64_t common = std::gcd(numerator, denominator);
    numerator /= common;
    denominator /= common;
  }
  return numerator <= denominator;
}

std::int64_t SlowCapsm::slices_of(std::uint32_t number) const {
  std::int64_t slices = 0;
  for (const auto& sm : slices_) {
    slices += std::count_if(sm.begin(), sm.end(), [&](const There& each) { return each.number == number; });
  }
  return slices;
}

std::int64_t SlowCapsm::most_of(const There& each) const {
  const std::int64_t per_sm = each.kernel.per_sm;
  const auto sms = static_cast<std::int64_t>(slices_.size());
  return each.kernel.reservation ? at_least(*each.kernel.reservation, per_sm)
         : each.kernel.quota     ? at_most(*each.kernel.quota, per_sm)
                                 : sms * per_sm;
}

std::int64_t SlowCapsm::room(std::size_t sm, std::int64_t per_sm) const {
  std::vector<SlowPart> parts;
  for (const There& slice : slices_[sm]) {
    parts.push_back({.ctas = 1, .per_sm = slice.kernel.per_sm});
  }
  parts.push_back({.ctas = 1, .per_sm = per_sm});
  std::int64_t more = 0;
  for (; fit_into_an_sm(parts); ++parts.back().ctas) {
    ++more;
  }
  return more;
}

std::int64_t SlowCapsm::room(std::int64_t per_sm) const {
  std::int64_t slices = 0;
  for (std::size_t sm = 0; sm < slices_.size(); ++sm) {
    slices += room(sm, per_sm);
  }
  return slices;
}

void SlowCapsm::take_away(std::uint32_t number, std::size_t sm) {
  const auto is_its = [&](const There& each) { return each.number == number; };
  slices_[sm].erase(std::find_if(slices_[sm].begin(), slices_[sm].end(), is_its));
}

void SlowCapsm::take_all_away(std::uint32_t number) {
  for (auto& sm : slices_) {
    std::erase_if(sm, [&](const There& each) { return each.number == number; });
  }
}

const SlowCapsm::There* SlowCapsm::next_giver(const std::set<std::uint32_t>& have_given) const {
  const There* most = nullptr;
  for (const There& other : there_) {
    const bool can = !other.kernel.reservation && slices_of(other.number) > 0 && !have_given.contains(other.number);
    if (can && (most == nullptr || slices_of(other.number) >= slices_of(most->number))) {
      most = &other;
    }
  }
  return most;
}

bool SlowCapsm::reserve(const There& comes) {
  const std::int64_t per_sm = comes.kernel.per_sm;
  const std::int64_t wanted = at_least(*comes.kernel.reservation, per_sm);
  const auto before = slices_;
  std::set<std::uint32_t> have_given;
  while (room(per_sm) < wanted) {
    const There* giver = next_giver(have_given);
    if (giver == nullptr) {
      slices_ = before;
      return false;
    }
    have_given.insert(giver->number);
    SlowCapsm without = *this;
    without.take_all_away(giver->number);
    if (without.room(per_sm) < wanted) {
      slices_ = without.slices_;
      continue;
    }
    for (std::size_t sm = 0; room(per_sm) < wanted; ++sm) {
      const std::int64_t enough = std::min(without.room(sm, per_sm), room(sm, per_sm) + wanted - room(per_sm));
      while (room(sm, per_sm) < enough) {
        take_away(giver->number, sm);
      }
    }
  }
  for (std::size_t sm = 0; sm < slices_.size(); ++sm) {
    while (slices_of(comes.number) < wanted && room(sm, per_sm) > 0) {
      slices_[sm].push_back(comes);
    }
  }
  return true;
}

void SlowCapsm::has_to_wait(std::uint32_t number) {
  waits_ += told_.insert(number).second ? 1 : 0;
}

void SlowCapsm::go_on(const std::map<std::uint32_t, SlowHeld>& running, const std::vector<std::uint32_t>& ready,
                      const std::map<std::uint32_t, SlowCapsmKernel>& kernels) {
  // Who has ended.
  for (const std::uint32_t number : std::set<std::uint32_t>(given_)) {
    if (!running.contains(number)) {
      given_.erase(number);
      take_all_away(number);
      std::erase_if(there_, [&](const There& each) { return each.number == number; });
    }
  }
  // Who comes: one kernel of a client at a time.
  for (const std::uint32_t number : ready) {
    const SlowCapsmKernel& kernel = kernels.at(number);
    bool other = false;
    bool itself = false;
    for (const There& each : there_) {
      itself |= each.number == number;
      other |= each.number != number && each.kernel.client == kernel.client;
    }
    if (!other && !itself) {
      there_.push_back({number, kernel});
    } else if (other && kernel.reservation) {
      has_to_wait(number);
    }
  }
  // Reservations in the order in which they came, as long as none has to wait.
  bool waits = false;
  for (const There& each : there_) {
    if (!each.kernel.reservation || slices_of(each.number) > 0) {
      continue;
    }
    waits = waits || !reserve(each);
    if (waits) {
      has_to_wait(each.number);
    } else {
      told_.erase(each.number);
    }
  }
  // What is left, to the others.
  for (const There& each : there_) {
    const std::int64_t per_sm = each.kernel.per_sm;
    const auto found = running.find(each.number);
    const std::int64_t most =
        std::min(most_of(each), found == running.end() ? each.kernel.subtasks : found->second.subtasks_left);
    for (std::size_t sm = slices_.size(); sm-- > 0 && !each.kernel.reservation;) {
      while (slices_of(each.number) < most && room(sm, per_sm) > 0) {
        slices_[sm].push_back(each);
      }
    }
  }
}

SlowCtas SlowCapsm::granted(std::uint32_t number) const {
  SlowCtas ctas(slices_.size());
  for (std::size_t sm = 0; sm < slices_.size(); ++sm) {
    for (const There& slice : slices_[sm]) {
      ctas[sm] += slice.number == number ? 1 : 0;
    }
  }
  return ctas;
}

std::map<std::uint32_t, SlowCtas> SlowCapsm::asked(const std::map<std::uint32_t, SlowHeld>& running) const {
  std::map<std::uint32_t, SlowCtas> asked;
  std::map<std::uint32_t, std::int64_t> may_have;  // beside what it holds
  for (const There& each : there_) {
    may_have[each.number] = most_of(each);
    if (const auto found = running.find(each.number); found != running.end()) {
      for (const std::int64_t ctas : found->second.held) {
        may_have[each.number] -= ctas;
      }
    }
  }
  for (std::size_t sm = 0; sm < slices_.size(); ++sm) {
    std::vector<SlowPart> parts;
    for (const There& each : there_) {
      const auto found = running.find(each.number);
      parts.push_back({found == running.end() ? 0 : found->second.held[sm], each.kernel.per_sm});
    }
    for (const bool reserves : {true, false}) {
      for (std::size_t i = 0; i < there_.size(); ++i) {
        const There& each = there_[i];
        if (each.kernel.reservation.has_value() != reserves) {
          continue;
        }
        const auto found = running.find(each.number);
        const std::int64_t has = granted(each.number)[sm];
        std::int64_t its = found == running.end() ? 0 : found->second.stays[sm];
        its = std::min(its, has);
        while (its < has && may_have[each.number] > 0) {
          ++parts[i].ctas;
          if (!fit_into_an_sm(parts)) {
            --parts[i].ctas;
            break;
          }
          ++its;
          --may_have[each.number];
        }
        SlowCtas& all = asked.try_emplace(each.number, slices_.size()).first->second;
        all[sm] = its;
      }
    }
  }
  return asked;
}

}  // namespace warpshop::test
