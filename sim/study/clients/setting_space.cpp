#include "sim/study/clients/setting_space.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "sim/stats/draws.hpp"

namespace warpshop::study {

std::vector<ByClient> SettingSpace::grid(std::uint64_t seed) const {
  constexpr double kMost = 200;
  const auto steps = static_cast<std::size_t>(std::floor((range_.high - range_.low) / range_.coarse + 0.5)) + 1;
  const double all = std::pow(static_cast<double>(steps), static_cast<double>(clients_));
  stats::Draws draws(seed);
  std::vector<ByClient> grid;
  for (std::size_t point = 0; static_cast<double>(point) < std::min(all, kMost); ++point) {
    ByClient numbers;
    std::size_t rest = point;
    for (std::size_t client = 0; client < clients_; ++client) {
      const std::size_t step = kMost < all ? draws.below(steps) : rest % steps;
      rest /= steps;
      numbers.push_back(range_.low + static_cast<double>(step) * range_.coarse);
    }
    grid.push_back(range_.of_all_sms ? filling(numbers) : std::move(numbers));
  }
  return grid;
}

std::vector<ByClient> SettingSpace::usual() const {
  if (range_.of_all_sms) {
    return {filling(ByClient(clients_, 1))};
  }
  const double even = range_.low + (range_.high - range_.low) / static_cast<double>(clients_);
  const auto all_have = [&](double number) {
    return ByClient(clients_, std::round(number / range_.fine) * range_.fine);
  };
  return {all_have(range_.high), all_have(even)};
}

std::vector<ByClient> SettingSpace::neighbours(const ByClient& here, double step, bool pairs) const {
  std::vector<ByClient> all;
  const auto add = [&](ByClient next) {
    if (next != here) {
      all.push_back(std::move(next));
    }
  };
  const int most = here.size() == 2 ? 2 : 1;  // steps
  const auto both_moved = [&](std::size_t one, std::size_t other) {
    for (int by = -most; by <= most; ++by) {
      for (int also_by = -most; also_by <= most; ++also_by) {
        ByClient next = here;
        next[one] = moved(next[one], by, step);
        next[other] = moved(next[other], also_by, step);
        if (next[one] != here[one] && next[other] != here[other]) {
          add(std::move(next));
        }
      }
    }
  };
  for (std::size_t client = 0; client < here.size(); ++client) {
    for (std::size_t other = 0; other < here.size(); ++other) {
      if (range_.of_all_sms && !pairs && other != client) {
        add(with_sms_moved(here, client, other, step));
      } else if (!range_.of_all_sms && pairs && other > client) {
        both_moved(client, other);
      }
    }
    for (const int by : {1, -1}) {
      if (!pairs && !range_.of_all_sms) {
        ByClient next = here;
        next[client] = moved(next[client], by, step);
        add(std::move(next));
      }
    }
  }
  return all;
}

/// How many the numbers share, see SearchRange::of_all_sms.
double SettingSpace::shared_sms() const {
  return std::max(sms_, static_cast<double>(clients_));
}

/// Whole SMs in these ratios, at least one each, all together shared_sms().
ByClient SettingSpace::filling(const ByClient& ratios) const {
  double left = shared_sms();
  double ratios_left = std::accumulate(ratios.begin(), ratios.end(), 0.0);
  ByClient sms;
  for (const double ratio : ratios) {
    const auto others = static_cast<double>(ratios.size() - sms.size() - 1);
    sms.push_back(std::clamp(std::round(left * ratio / ratios_left), 1.0, left - others));
    left -= sms.back();
    ratios_left -= ratio;
  }
  return sms;
}

/// A number that is so many steps larger, and not the same on this GPU.
double SettingSpace::moved(double number, int steps, double step) const {
  const double least = std::max(range_.fine, range_.low / 10);
  if (!range_.percent_of_sms || steps == 0) {
    return std::clamp(number + steps * step, least, range_.high);
  }
  constexpr double kSlack = 1e-9;
  const double now = std::floor(number * sms_ / 100 + kSlack);
  const double many = std::max(1.0, std::round(step * sms_ / 100));
  const double next = std::clamp(now + steps * many, 1.0, sms_);
  return std::clamp(std::ceil(100 * next / sms_ - kSlack), least, range_.high);
}

/// So many per cent of the SMs go from one client to another, at least one SM; the one keeps one.
ByClient SettingSpace::with_sms_moved(ByClient sms, std::size_t to, std::size_t from, double percent) const {
  const double many = std::max(1.0, std::round(percent * shared_sms() / 100));
  const double move = std::max(0.0, std::min(many, sms[from] - 1));
  sms[to] += move;
  sms[from] -= move;
  return sms;
}

}  // namespace warpshop::study
