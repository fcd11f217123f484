#include "sim/share/quotas.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "sim/model/whole_gpu.hpp"
#include "sim/share/goal_parts.hpp"
#include "sim/share/quota_ctas.hpp"
#include "sim/share/sharing_kernels.hpp"

namespace warpshop::share {
namespace {

/// What nobody uses up, in milliseconds of a kernel alone: less than what would round away what is used of it.
constexpr double kPlenty = 1e6;

/// Kernels of one client. Work is in milliseconds that it takes alone.
struct Owner {
  std::optional<double> goal;
  std::vector<QuotaCounter> counters = {};  ///< by SM
  double part = 0;                          ///< what it is to do this epoch, of its speed alone
  bool dealt = false;                       ///< it has had a quota since it came
  double done = 0, done_in_epoch = 0;
  double there = 0, there_in_epoch = 0;  ///< how long it has had kernels that ran, or could have
  double waited_in_epoch = 0;            ///< CTAs for issue slots, all together
};

/// What a kernel was given, and is known to have waited.
struct Given {
  std::vector<double> by_sm;
  std::vector<bool> counts;  ///< by SM: towards the owner's quota
  double waited = 0;
};

class Quotas {
 public:
  Quotas(const Instance& instance, const Share& share, const QuotaRule& rule)
      : instance_(instance),
        rule_(rule),
        form_(share.form),
        owner_of_(kernel_owners(instance).of_task),
        sms_(sms_of(instance)),
        epoch_(epoch_of(instance, share.settings)),
        least_(share.settings.number("start")),
        adjusts_(share.settings.number("adjust") > 0) {
    for (const std::optional<double>& goal : kernel_owners(instance).goals) {
      owners_.push_back({.goal = goal, .counters = std::vector<QuotaCounter>(sms_)});
      for (QuotaCounter& counter : owners_.back().counters) {
        counter.has_goal = goal.has_value();
      }
    }
  }

  Decision decide(const Observation& seen) {
    account(seen);
    find_present(seen);
    if (present_.empty()) {
      return {};
    }
    ctas_ = &plans_.try_emplace(kernels_now_).first->second;
    if (ctas_->empty()) {
      *ctas_ = first_ctas(resources_of(instance_.chip->sm), sms_, sharing_);
    }
    Decision decision;
    if (present_.size() > 1) {
      go_on(seen);
      decision.wake_at = Millis{ends_};
    } else {
      ends_ = 0;
      owners_[present_.front()].dealt = false;
    }
    give(seen, decision);
    return decision;
  }

 private:
  double alone(std::uint32_t task) const {
    const NamedKernel& kernel = instance_.kernels[instance_.work[task].kernel];
    const Millis plain = instance_.jobs[task].kernel - kernel.model.invocation.value_or(Millis{0});
    return static_cast<double>(instance_.work[task].subtasks) / plain.count();
  }

  // What has been done since the controller was asked.

  void account(const Observation& seen) {
    const double passed = seen.now.count() - then_;
    then_ = seen.now.count();
    for (const std::uint32_t owner : present_) {
      owners_[owner].there += passed;
      owners_[owner].there_in_epoch += passed;
    }
    for (const Running& kernel : seen.ended) {
      account(kernel);
      given_.erase(kernel.task);
    }
    for (const Running& kernel : seen.running) {
      account(kernel);
    }
  }
  void account(const Running& kernel) {
    const auto given = given_.find(kernel.task);
    if (given == given_.end()) {
      return;
    }
    Owner& owner = owners_[owner_of_[kernel.task]];
    const double rate = alone(kernel.task);
    for (const Allowance& left : kernel.left) {
      for (std::uint32_t sm = left.first; sm < left.first + left.sms; ++sm) {
        const double its = left.subtasks / rate;
        const double spent = given->second.by_sm[sm] - its;
        owner.done += spent;
        owner.done_in_epoch += spent;
        given->second.by_sm[sm] = its;
        if (given->second.counts[sm]) {
          owner.counters[sm].left -= spent;
        }
      }
    }
    owner.waited_in_epoch += kernel.waited.count() - given->second.waited;
    given->second.waited = kernel.waited.count();
  }

  // Who is there.

  void find_present(const Observation& seen) {
    std::map<std::uint32_t, std::uint32_t> kernels;  // by owner, a task
    for (const Running& kernel : seen.running) {
      kernels.emplace(owner_of_[kernel.task], kernel.task);
    }
    for (const std::uint32_t task : seen.ready) {
      kernels.emplace(owner_of_[task], task);
    }
    for (const std::uint32_t owner : std::exchange(present_, {})) {
      owners_[owner].dealt = owners_[owner].dealt && kernels.count(owner) > 0;
    }
    kernels_now_.clear();
    sharing_.clear();
    for (const auto& [owner, task] : kernels) {
      present_.push_back(owner);
      kernels_now_.emplace_back(owner, instance_.work[task].kernel);
      sharing_.push_back(sharing_kernel(instance_, task, form_));
      sharing_.back().has_goal = owners_[owner].goal.has_value();
    }
  }
  /// visit(owner, CTAs that it is to have, by SM) of those that are there.
  template <class Visit>
  void for_each_present(const Visit& visit) {
    for (std::size_t i = 0; i < present_.size(); ++i) {
      visit(owners_[present_[i]], (*ctas_)[i]);
    }
  }

  // Epochs.

  void go_on(const Observation& seen) {
    const double now = seen.now.count();
    if (ends_ == 0) {
      begin_epoch(now);
    } else if (ends_ <= now || tied(Millis{ends_}, Millis{now})) {
      if (adjusts_) {
        adjust(seen);
      }
      begin_epoch(now);
    }
    deal_to_new();
    for (std::uint32_t sm = 0; sm < sms_; ++sm) {
      if (is_used_up(sm)) {
        for_each_present([&](Owner& owner, const auto& /*ctas*/) { rule_.used_up(owner.counters[sm]); });
      }
    }
  }

  void begin_epoch(double now) {
    std::vector<double> kept;
    for_each_present([&](Owner& owner, const auto& /*ctas*/) {
      if (owner.goal && owner.dealt && owner.there_in_epoch > 0) {
        kept.push_back(owner.done_in_epoch / owner.there_in_epoch / owner.part);
      }
    });
    for_each_present([&](Owner& owner, const std::vector<std::uint32_t>& ctas) {
      if (owner.goal) {
        const double history = owner.there > 0 ? owner.done / owner.there : 0;
        owner.part = *owner.goal * (rule_.by_history ? catch_up(*owner.goal, history) : 1);
      } else {
        const bool known = owner.dealt && owner.there_in_epoch > 0;
        owner.part = known ? goal_of_the_rest(owner.done_in_epoch / owner.there_in_epoch, kept, least_) : least_;
      }
      set_quotas(owner, ctas);
      if (owner.dealt) {
        std::for_each(owner.counters.begin(), owner.counters.end(), rule_.next_epoch);
      }
    });
    for (Owner& owner : owners_) {
      owner.done_in_epoch = owner.there_in_epoch = owner.waited_in_epoch = 0;
    }
    ends_ = now + epoch_;
  }
  /// Those that have come since then have as much as if they had been there.
  void deal_to_new() {
    for_each_present([&](Owner& owner, const std::vector<std::uint32_t>& ctas) {
      if (!owner.dealt) {
        owner.part = owner.goal.value_or(least_);
        set_quotas(owner, ctas);
        std::for_each(owner.counters.begin(), owner.counters.end(), renew);
        owner.dealt = true;
      }
    });
  }
  void set_quotas(Owner& owner, const std::vector<std::uint32_t>& ctas) const {
    double all = 0;
    for (const std::uint32_t its : ctas) {
      all += its;
    }
    for (std::uint32_t sm = 0; sm < sms_; ++sm) {
      owner.counters[sm].quota = all > 0 ? owner.part * epoch_ * ctas[sm] / all : 0;
    }
  }
  /// All who are there have used theirs up.
  bool is_used_up(std::uint32_t sm) {
    bool any = false;
    bool all = true;
    for_each_present([&](const Owner& owner, const std::vector<std::uint32_t>& ctas) {
      any |= ctas[sm] > 0;
      all &= ctas[sm] == 0 || owner.counters[sm].left <= nothing();
    });
    return any && all;
  }
  bool goals_wait(std::uint32_t sm) {
    bool any = false;
    for_each_present([&](const Owner& owner, const std::vector<std::uint32_t>& ctas) {
      any |= owner.goal && ctas[sm] > 0 && owner.counters[sm].left > nothing();
    });
    return any;
  }
  double nothing() const { return 1e-9 * epoch_ / sms_; }

  void adjust(const Observation& seen) {
    std::vector<KernelStanding> standing;
    for_each_present([&](const Owner& owner, const std::vector<std::uint32_t>& ctas) {
      const auto on = static_cast<double>(std::count_if(ctas.begin(), ctas.end(), [](auto each) { return each > 0; }));
      standing.push_back(
          {.goal = owner.goal.value_or(0),
           .history = owner.there > 0 ? owner.done / owner.there : 0,
           .idle = on > 0 && owner.there_in_epoch > 0 ? owner.waited_in_epoch / owner.there_in_epoch / on : 0,
           .used_up = owner.done_in_epoch >= (1 - 1e-6) * owner.part * owner.there_in_epoch});
    });
    const std::set<std::uint32_t> leaving = sms_that_are_left(seen);
    std::vector<std::uint32_t> on_sm(present_.size());
    for (std::uint32_t sm = 0; sm < sms_; ++sm) {
      if (leaving.count(sm) > 0) {
        continue;  // one preemption at a time
      }
      for (std::size_t i = 0; i < on_sm.size(); ++i) {
        on_sm[i] = (*ctas_)[i][sm];
      }
      if (adjust_ctas(resources_of(instance_.chip->sm), sharing_, standing, on_sm)) {
        for (std::size_t i = 0; i < on_sm.size(); ++i) {
          (*ctas_)[i][sm] = on_sm[i];
        }
      }
    }
  }
  /// On which more is held than was asked for.
  static std::set<std::uint32_t> sms_that_are_left(const Observation& seen) {
    std::set<std::uint32_t> sms;
    for (const Running& kernel : seen.running) {
      for (const SmRange& range : kernel.held) {
        for (std::uint32_t sm = range.first; sm < range.first + range.sms; ++sm) {
          if (range.ctas > ctas_on(kernel.asked, sm)) {
            sms.insert(sm);
          }
        }
      }
    }
    return sms;
  }

  // What they are given.

  void give(const Observation& seen, Decision& decision) {
    std::map<std::uint32_t, std::vector<std::pair<std::uint32_t, const Allocation*>>> tasks;  // by owner, what is held
    static const Allocation kNothing;
    for (const Running& kernel : seen.running) {
      tasks[owner_of_[kernel.task]].emplace_back(kernel.task, &kernel.held);
    }
    for (const std::uint32_t task : seen.ready) {
      tasks[owner_of_[task]].emplace_back(task, &kNothing);
    }
    for (std::size_t i = 0; i < present_.size(); ++i) {
      const std::vector<std::uint32_t>& ctas = (*ctas_)[i];
      const Allocation asked = present_.size() == 1 ? everything(instance_) : ranges_of(ctas);
      const auto& own = tasks[present_[i]];
      for (const auto& [task, held] : own) {
        if (asked.empty() && held->empty()) {
          continue;  // there is no room for it yet
        }
        decision.allocations.emplace_back(task, asked);
        if (!asked.empty() || given_.count(task) > 0) {
          limit(task, owners_[present_[i]], ctas, own, decision);
        }
      }
    }
  }
  template <class Own>
  void limit(std::uint32_t task, const Owner& owner, const std::vector<std::uint32_t>& ctas, const Own& own,
             Decision& decision) {
    Given& given = given_[task];
    given.by_sm.resize(sms_);
    given.counts.assign(sms_, false);
    const double rate = alone(task);
    std::optional<Allowance> open;
    for (std::uint32_t sm = 0; sm < sms_; ++sm) {
      double work = kPlenty;  // what is on its way out goes on
      if (present_.size() > 1 && ctas[sm] > 0) {
        if (rule_.goals_first && !owner.goal) {
          work = goals_wait(sm) ? 0 : kPlenty;
        } else {
          work = owner.counters[sm].left * part_of(task, own, sm);
          work = std::abs(work) <= nothing() ? 0 : work;
          given.counts[sm] = true;
        }
      }
      given.by_sm[sm] = work;
      if (open && open->subtasks == work * rate) {
        ++open->sms;
        continue;
      }
      if (open) {
        decision.allowances.emplace_back(task, *open);
      }
      open = {.first = sm, .sms = 1, .subtasks = work * rate};
    }
    decision.allowances.emplace_back(task, *open);
  }
  /// Of what the kernels of one client may do on an SM: by the CTAs that they hold there.
  template <class Own>
  static double part_of(std::uint32_t task, const Own& own, std::uint32_t sm) {
    if (own.size() == 1) {
      return 1;
    }
    double its = 0;
    double all = 0;
    for (const auto& [other, held] : own) {
      const double ctas = ctas_on(*held, sm);
      all += ctas;
      its += other == task ? ctas : 0;
    }
    return all > 0 ? its / all : 1 / static_cast<double>(own.size());
  }

  const Instance& instance_;
  const QuotaRule& rule_;
  KernelForm form_;
  std::vector<std::uint32_t> owner_of_;
  std::vector<Owner> owners_;
  std::uint32_t sms_;
  double epoch_;
  double least_;  ///< of their speed alone, what kernels without a goal start with
  bool adjusts_;
  double then_ = 0;
  double ends_ = 0;                                                   ///< the epoch; 0: there is none
  std::map<std::uint32_t, Given> given_;                              ///< by task
  std::vector<std::uint32_t> present_;                                ///< owners
  std::vector<std::pair<std::uint32_t, std::uint32_t>> kernels_now_;  ///< of these: owner and kernel
  std::vector<SharingKernel> sharing_;                                ///< the same
  std::map<std::vector<std::pair<std::uint32_t, std::uint32_t>>, CtasBySm> plans_;
  CtasBySm* ctas_ = nullptr;  ///< the one of those that are there
};

}  // namespace

Controller quotas(const Instance& instance, const Share& share, const QuotaRule& rule) {
  const auto state = std::make_shared<Quotas>(instance, share, rule);
  return [state](const Observation& seen) { return state->decide(seen); };
}

}  // namespace warpshop::share
