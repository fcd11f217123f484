#include "tests/support/played_sms.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "kernels/gpu/persistent.hpp"

namespace warpshop::test {
namespace {

using gpu::host::LaunchCommand;

bool fits(const SmResources& room, const SmResources& cta) {
  return cta.ctas <= room.ctas && cta.threads <= room.threads && cta.registers <= room.registers &&
         cta.shared_memory.count <= room.shared_memory.count;
}

void add(SmResources& room, const SmResources& cta, int times) {
  room.ctas += times * cta.ctas;
  room.threads += times * cta.threads;
  room.registers += times * cta.registers;
  room.shared_memory.count += times * cta.shared_memory.count;
}

bool is_persistent(const LaunchCommand& launch) {
  return launch.form == gpu::Form::persistent;
}

void count(std::uint32_t* counter, std::uint32_t more) {
  if (counter != nullptr) {
    *counter += more;
  }
}

std::chrono::nanoseconds whole(double milliseconds) {
  return std::chrono::ceil<std::chrono::nanoseconds>(Millis{milliseconds});
}

}  // namespace

void PlayedSms::start(gpu::StreamState* stream, Time now) {
  const auto& command = std::get<LaunchCommand>(stream->commands.front());
  const auto behind = std::find_if(launches_.begin(), launches_.end(),
                                   [&](const Launch& other) { return other.stream->priority < stream->priority; });
  launches_.insert(behind, {.stream = stream, .came = now, .begins = begin_of(command, now), .undealt = command.ctas});
}

/// Persistent CTAs join those that share their counter, unless they come together.
PlayedSms::Time PlayedSms::begin_of(const LaunchCommand& command, Time now) const {
  const Time first = now + whole(chip_.invocation(command.code.name).count());
  if (!is_persistent(command)) {
    return first;
  }
  for (const Launch& launch : launches_) {
    if (launch.command().control.next_subtask == command.control.next_subtask) {
      return launch.came == now ? launch.begins : std::max(launch.begins, now + whole(chip_.launch_latency.count()));
    }
  }
  return *command.control.next_subtask > 0 ? now + whole(chip_.launch_latency.count()) : first;
}

std::optional<PlayedSms::Time> PlayedSms::next() const {
  std::optional<Time> first;
  const auto at = [&](Time time) { first = first ? std::min(*first, time) : time; };
  for (const Launch& launch : launches_) {
    if (!launch.has_begun) {
      at(launch.begins);
    }
  }
  for (const Cta& cta : ctas_) {
    at(cta.ends);
  }
  return first;
}

/// The next subtask of a CTA; none: it leaves.
bool PlayedSms::take(Cta& cta, Time now) {
  const LaunchCommand& command = cta.launch->command();
  const bool runs = *command.control.state == static_cast<std::uint32_t>(gpu::BsuState::run);
  cta.subtask = runs ? (*command.control.next_subtask)++ : command.control.subtasks;
  cta.left = 1;
  cta.since = now;
  return cta.subtask < command.control.subtasks;
}

/// A CTA to the next SM that has room for it: whether there is one.
bool PlayedSms::deal_one(Launch& launch, Time now) {
  const LaunchCommand& command = launch.command();
  const SmResources cta = chip_.cta(command.code.name);
  const std::uint32_t most = chip_.ctas_per_sm(command.code.name);
  for (std::uint32_t i = 0; i < chip_.sms; ++i) {
    const std::uint32_t sm = (launch.next_sm + i) % chip_.sms;
    std::uint32_t& own = own_[{command.code.name, sm}];
    if (own >= most || !fits(room_[sm], cta)) {
      continue;
    }
    launch.next_sm = (sm + 1) % chip_.sms;
    Cta dealt{.launch = &launch, .sm = sm, .subtask = command.ctas - launch.undealt, .since = now};
    --launch.undealt;
    if (is_persistent(command)) {
      if (sm < command.control.first_sm || sm >= command.control.sms) {
        return true;
      }
      if (std::uint32_t* const tickets = command.control.tickets;
          tickets != nullptr && std::exchange(tickets[sm], command.control.launch) == command.control.launch) {
        return true;
      }
      if (!take(dealt, now)) {
        return true;
      }
      count(command.control.there, 1U);
    }
    add(room_[sm], cta, -1);
    ++own;
    ++launch.there;
    ctas_.push_back(dealt);
    ++changes_;
    return true;
  }
  return false;
}

/// Whether all of it have been dealt.
bool PlayedSms::deal(Launch& launch, Time now) {
  while (launch.undealt > 0 && deal_one(launch, now)) {
  }
  return launch.undealt == 0;
}

void PlayedSms::set_speeds(Time now) {
  const auto kernel_of = [](const Launch& launch) {
    const LaunchCommand& command = launch.command();
    return is_persistent(command) ? reinterpret_cast<std::size_t>(command.control.next_subtask)
                                  : reinterpret_cast<std::size_t>(launch.stream);
  };
  std::map<std::pair<std::size_t, std::uint32_t>, PlayedCtas> there;
  for (const Cta& cta : ctas_) {
    const std::size_t kernel = kernel_of(*cta.launch);
    const LaunchCommand& command = cta.launch->command();
    ++there
          .try_emplace({kernel, cta.sm},
                       PlayedCtas{.kernel = command.code.name, .form = command.form, .launch = kernel, .sm = cta.sm})
          .first->second.ctas;
  }
  std::vector<PlayedCtas> all;
  all.reserve(there.size());
  for (const auto& each : there) {
    all.push_back(each.second);
  }
  chip_.rates(all);
  std::size_t position = 0;
  for (auto& each : there) {
    each.second = all[position++];
  }
  for (Cta& cta : ctas_) {
    const PlayedCtas& group = there.at({kernel_of(*cta.launch), cta.sm});
    const double passed = std::chrono::duration<double, std::milli>(now - cta.since).count();
    cta.left = std::max(cta.left - passed * cta.speed, 0.0);
    cta.since = now;
    cta.speed = group.rate / group.ctas;
    cta.ends = now + whole(cta.left / cta.speed);
  }
}

/// Those that end by now; who has none any more leaves.
void PlayedSms::end_subtasks(Time now) {
  for (Cta& cta : ctas_) {
    if (cta.ends > now) {
      continue;
    }
    const LaunchCommand& command = cta.launch->command();
    if (cta.subtask < command.control.period) {  // again is the same
      does_(command, cta.subtask);
    }
    if (is_persistent(command)) {
      count(command.control.done, 1U);
      if (take(cta, now)) {
        cta.ends = now + whole(1 / cta.speed);
        continue;
      }
      count(command.control.there, ~0U);
    }
    add(room_[cta.sm], chip_.cta(command.code.name), 1);
    --own_[{command.code.name, cta.sm}];
    --cta.launch->there;
    cta.launch = nullptr;
    ++changes_;
  }
  std::erase_if(ctas_, [](const Cta& cta) { return cta.launch == nullptr; });
}

std::vector<gpu::StreamState*> PlayedSms::advance(Time now) {
  const std::uint64_t before = changes_;
  end_subtasks(now);
  bool deals = changes_ != before;  // there may be room
  for (Launch& launch : launches_) {
    deals = deals || (!launch.has_begun && launch.begins <= now);
    launch.has_begun = launch.has_begun || launch.begins <= now;
  }
  for (Launch& launch : launches_) {
    if (!deals || !launch.has_begun || !deal(launch, now)) {
      break;  // nobody overtakes
    }
  }
  if (changes_ != before) {
    set_speeds(now);
  }
  std::vector<gpu::StreamState*> ended;
  std::erase_if(launches_, [&](const Launch& launch) {
    const bool over = launch.has_begun && launch.undealt == 0 && launch.there == 0;
    if (over) {
      ended.push_back(launch.stream);
    }
    return over;
  });
  return ended;
}

}  // namespace warpshop::test
