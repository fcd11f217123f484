#include "sim/share/quotas.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "sim/model/whole_gpu.hpp"
#include "sim/share/clients_there.hpp"
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
  double part = 0;                          ///< what it is to do this epoch, of its speed alone; 0: never said yet
  bool dealt = false;                       ///< it has had a quota since it came
  bool in_last_round = false;               ///< that was dealt by the CTAs of the last round of its kernel
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
    find_there(seen);
    if (there_.empty()) {
      return {};
    }
    Decision decision;
    if (there_.size() > 1) {
      find_ctas();
    }
    if (has_limits_) {
      go_on(seen.now.count());
    } else {
      ends_ = 0;
    }
    if (give(decision)) {
      decision.wake_at = Millis{ends_};
    }
    there_.clear();
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
    for (const std::uint32_t owner : were_there_) {
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

  void find_there(const Observation& seen) {
    there_ = clients_there(seen, owner_of_, sms_);
    were_there_.clear();
    std::vector<bool> are_there(owners_.size());
    for (const ClientThere& client : there_) {
      were_there_.push_back(client.owner);
      are_there[client.owner] = true;
    }
    has_limits_ = there_.size() > 1 && std::any_of(there_.begin(), there_.end(), [this](const ClientThere& client) {
                    return owners_[client.owner].goal.has_value();
                  });
    for (std::size_t owner = 0; owner < owners_.size(); ++owner) {
      owners_[owner].dealt = owners_[owner].dealt && are_there[owner] && has_limits_;
    }
  }
  /// How many each is to have beside the others.
  void find_ctas() {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> kernels;  // owner and kernel
    sharing_.clear();
    for (const ClientThere& client : there_) {
      const std::uint32_t task = client.kernels.front().task;
      kernels.emplace_back(client.owner, instance_.work[task].kernel);
      sharing_.push_back(sharing_kernel(instance_, task, form_));
      sharing_.back().has_goal = owners_[client.owner].goal.has_value();
    }
    ctas_ = &plans_.try_emplace(std::move(kernels)).first->second;
    if (ctas_->empty()) {
      *ctas_ = first_ctas(resources_of(instance_.chip->sm), sms_, sharing_);
    }
    let_have();
  }
  void let_have() {
    for (std::size_t i = 0; i < there_.size(); ++i) {
      there_[i].is_let = (*ctas_)[i];
    }
  }

  // Epochs.

  void go_on(double now) {
    const bool over = ends_ > 0 && (ends_ <= now || tied(Millis{ends_}, Millis{now}));
    if (over && adjusts_) {
      adjust();
      let_have();
    }
    if (over || ends_ == 0) {
      begin_epoch(now, over);
    }
    deal_to_new();
    for (std::uint32_t sm = 0; sm < sms_; ++sm) {
      if (is_used_up(sm)) {
        for (const ClientThere& client : there_) {
          rule_.used_up(owners_[client.owner].counters[sm]);
        }
      }
    }
  }

  /// follows: another; else somebody was alone until now.
  void begin_epoch(double now, bool follows) {
    std::vector<double> kept;
    for (const ClientThere& client : there_) {
      const Owner& owner = owners_[client.owner];
      if (follows && owner.goal && owner.dealt && owner.there_in_epoch > 0) {
        kept.push_back(owner.done_in_epoch / owner.there_in_epoch / owner.part);
      }
    }
    for (const ClientThere& client : there_) {
      Owner& owner = owners_[client.owner];
      const bool known = follows && owner.dealt && owner.there_in_epoch > 0;
      if (!owner.goal && known) {
        owner.part = goal_of_the_rest(owner.done_in_epoch / owner.there_in_epoch, kept, least_);
      } else {
        set_part(owner);
      }
      set_quotas(owner, client);
      if (owner.dealt) {
        std::for_each(owner.counters.begin(), owner.counters.end(), rule_.next_epoch);
      }
    }
    for (Owner& owner : owners_) {
      owner.done_in_epoch = owner.there_in_epoch = owner.waited_in_epoch = 0;
    }
    ends_ = (follows && tied(Millis{ends_}, Millis{now}) ? ends_ : now) + epoch_;
  }
  /// Those that have come since then have as much as if they had been there; so do those whose next kernel has come, on
  /// the SMs that the last round of the one before it did not need.
  void deal_to_new() {
    for (const ClientThere& client : there_) {
      Owner& owner = owners_[client.owner];
      if (!owner.dealt) {
        set_part(owner);
        set_quotas(owner, client);
        std::for_each(owner.counters.begin(), owner.counters.end(), renew);
        owner.dealt = true;
      } else if (owner.in_last_round && client.takes_more) {
        const std::vector<QuotaCounter> before = owner.counters;
        set_quotas(owner, client);
        for (std::uint32_t sm = 0; sm < sms_; ++sm) {
          owner.counters[sm].left += before[sm].quota > 0 ? 0 : owner.counters[sm].quota;
        }
      }
    }
  }
  /// Where the last epoch does not say it: without a goal, what it had when it was there last.
  void set_part(Owner& owner) const {
    if (owner.goal) {
      const double history = owner.there > 0 ? owner.done / owner.there : 0;
      owner.part = *owner.goal * (rule_.by_history ? catch_up(*owner.goal, history) : 1);
    } else {
      owner.part = std::max(owner.part, least_);
    }
  }
  /// By the CTAs that it is to have; once it takes no more subtasks, by those that are held.
  void set_quotas(Owner& owner, const ClientThere& client) const {
    const auto sum = [](const std::vector<std::uint32_t>& ctas) {
      return std::accumulate(ctas.begin(), ctas.end(), 0.0);
    };
    owner.in_last_round = !client.takes_more && sum(client.holds) > 0;
    const std::vector<std::uint32_t>& ctas = owner.in_last_round ? client.holds : client.is_let;
    const double all = sum(ctas);
    for (std::uint32_t sm = 0; sm < sms_; ++sm) {
      owner.counters[sm].quota = all > 0 ? owner.part * epoch_ * ctas[sm] / all : 0;
    }
  }

  /// It works there, and its quota counts.
  static bool is_limited(const ClientThere& client, std::uint32_t sm) {
    return client.works_on(sm) && !client.leaves(sm);
  }
  bool is_out(const ClientThere& client, std::uint32_t sm) const {
    return owners_[client.owner].counters[sm].left <= nothing();
  }
  /// All who work there have used theirs up.
  bool is_used_up(std::uint32_t sm) const {
    bool any = false;
    bool all = true;
    for (const ClientThere& client : there_) {
      any |= is_limited(client, sm);
      all &= !client.works_on(sm) || (is_limited(client, sm) && is_out(client, sm));
    }
    return any && all;
  }
  bool goals_wait(std::uint32_t sm) const {
    return std::any_of(there_.begin(), there_.end(), [&](const ClientThere& client) {
      return owners_[client.owner].goal && (is_limited(client, sm) || client.comes_to(sm)) && !is_out(client, sm);
    });
  }
  double nothing() const { return 1e-9 * epoch_ / sms_; }

  void adjust() {
    std::vector<KernelStanding> standing;
    for (const ClientThere& client : there_) {
      const Owner& owner = owners_[client.owner];
      const auto on = static_cast<double>(
          std::count_if(client.is_let.begin(), client.is_let.end(), [](auto each) { return each > 0; }));
      standing.push_back(
          {.goal = owner.goal.value_or(0),
           .history = owner.there > 0 ? owner.done / owner.there : 0,
           .idle = on > 0 && owner.there_in_epoch > 0 ? owner.waited_in_epoch / owner.there_in_epoch / on : 0,
           .used_up = owner.done_in_epoch >= (1 - 1e-6) * owner.part * owner.there_in_epoch});
    }
    std::vector<std::uint32_t> on_sm(there_.size());
    for (std::uint32_t sm = 0; sm < sms_; ++sm) {
      const auto leaves = [sm](const ClientThere& client) { return client.leaves(sm); };
      if (std::any_of(there_.begin(), there_.end(), leaves)) {
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

  // What they are given.

  /// Whether anybody has limits.
  bool give(Decision& decision) {
    bool limits = false;
    for (const ClientThere& client : there_) {
      const std::vector<std::vector<std::uint32_t>> asked =
          there_.size() > 1 ? asked_by_kernels(client) : std::vector<std::vector<std::uint32_t>>();
      for (std::size_t i = 0; i < client.kernels.size(); ++i) {
        const KernelThere& kernel = client.kernels[i];
        Allocation its = asked.empty() ? everything(instance_) : ranges_of(asked[i]);
        if (its.empty() && kernel.running == nullptr) {
          continue;  // there is no room for it yet
        }
        decision.allocations.emplace_back(kernel.task, std::move(its));
        limits |= limit(kernel, client, decision);
      }
    }
    return limits;
  }
  bool limit(const KernelThere& kernel, const ClientThere& client, Decision& decision) {
    bool limits = false;
    Given& given = given_[kernel.task];
    given.by_sm.resize(sms_);
    given.counts.assign(sms_, false);
    const double rate = alone(kernel.task);
    std::optional<Allowance> open;
    for (std::uint32_t sm = 0; sm < sms_; ++sm) {
      double work = kPlenty;
      if (has_limits_ && client.is_let[sm] > 0 && !client.leaves(sm)) {  // what is on its way out goes on
        if (rule_.goals_first && !owners_[client.owner].goal) {
          work = goals_wait(sm) ? 0 : kPlenty;
        } else if (!is_renewed_at_once(client, sm)) {
          work = owners_[client.owner].counters[sm].left * part_of(kernel, client, sm);
          work = std::abs(work) <= nothing() ? 0 : work;
          given.counts[sm] = true;
        }
      }
      limits |= work < kPlenty;
      given.by_sm[sm] = work;
      if (open && open->subtasks == work * rate) {
        ++open->sms;
        continue;
      }
      if (open) {
        decision.allowances.emplace_back(kernel.task, *open);
      }
      open = {.first = sm, .sms = 1, .subtasks = work * rate};
    }
    decision.allowances.emplace_back(kernel.task, *open);
    return limits;
  }
  /// Whenever it has used its quota up there, until the epoch ends: all others have, and get no more.
  bool is_renewed_at_once(const ClientThere& client, std::uint32_t sm) const {
    return is_renewed(client, sm) && std::all_of(there_.begin(), there_.end(), [&](const ClientThere& other) {
             return other.owner == client.owner || (other.is_let[sm] == 0 && !other.works_on(sm)) ||
                    (is_limited(other, sm) && is_out(other, sm) && !is_renewed(other, sm));
           });
  }
  bool is_renewed(const ClientThere& client, std::uint32_t sm) const {
    QuotaCounter counter = owners_[client.owner].counters[sm];
    counter.left = 0;
    rule_.used_up(counter);
    return counter.left > 0;
  }
  /// Of what the kernels of one client may do on an SM: by the CTAs that they hold there.
  static double part_of(const KernelThere& kernel, const ClientThere& client, std::uint32_t sm) {
    if (client.kernels.size() == 1) {
      return 1;
    }
    if (client.holds[sm] == 0) {
      return 1 / static_cast<double>(client.kernels.size());
    }
    const double its = kernel.running == nullptr ? 0 : ctas_on(kernel.running->held, sm);
    return its / client.holds[sm];
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
  double ends_ = 0;                                                                 ///< the epoch; 0: there is none
  std::map<std::uint32_t, Given> given_;                                            ///< by task
  std::vector<ClientThere> there_;                                                  ///< while it decides
  bool has_limits_ = false;                                                         ///< several, one with a goal
  std::vector<std::uint32_t> were_there_;                                           ///< since it was asked last: owners
  std::vector<SharingKernel> sharing_;                                              ///< of those that are there
  std::map<std::vector<std::pair<std::uint32_t, std::uint32_t>>, CtasBySm> plans_;  ///< by owner and kernel
  CtasBySm* ctas_ = nullptr;                                                        ///< of those that are there
};

}  // namespace

Controller quotas(const Instance& instance, const Share& share, const QuotaRule& rule) {
  const auto state = std::make_shared<Quotas>(instance, share, rule);
  return [state](const Observation& seen) { return state->decide(seen); };
}

}  // namespace warpshop::share
