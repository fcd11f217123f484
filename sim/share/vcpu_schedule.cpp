#include "sim/share/vcpu_schedule.hpp"

#include <algorithm>
#include <numeric>

#include "sim/model/error.hpp"

namespace warpshop::share {

VcpuSchedule::VcpuSchedule(std::size_t clients, std::size_t cpus) {
  const std::size_t at_once = std::min(cpus, clients);
  const std::size_t periods = clients / std::gcd(clients, at_once);
  rows_.assign(periods, std::vector<bool>(clients));
  for (std::size_t place = 0; place < periods * at_once; ++place) {
    rows_[place / at_once][place % clients] = true;
  }
}

VcpuSchedule::VcpuSchedule(std::span<const double> table, std::size_t clients, std::size_t cpus,
                           const std::string& whose) {
  if (table.empty() || table.size() % cpus != 0) {
    throw InputError(whose + ": a schedule of " + std::to_string(table.size()) + " virtual CPUs on " +
                     std::to_string(cpus) + " CPUs, expected as many for each period as there are CPUs, 0 for nobody");
  }
  rows_.assign(table.size() / cpus, std::vector<bool>(clients));
  for (std::size_t place = 0; place < table.size(); ++place) {
    const auto client = static_cast<std::size_t>(table[place]);
    if (client > clients) {
      throw InputError(whose + ": a schedule of virtual CPUs names client " + std::to_string(client) + " of " +
                       std::to_string(clients) + ", expected at most that");
    }
    if (client > 0) {
      rows_[place / cpus][client - 1] = true;
    }
  }
}

double VcpuSchedule::credit_left(std::size_t client, std::uint64_t period) const {
  const auto now = rows_.begin() + static_cast<std::ptrdiff_t>(period % rows_.size());
  const auto is_on = [client](const std::vector<bool>& row) -> bool { return row[client]; };
  const auto in_all = static_cast<double>(std::count_if(rows_.begin(), rows_.end(), is_on));
  return in_all > 0 ? static_cast<double>(std::count_if(now, rows_.end(), is_on)) / in_all : 1;
}

}  // namespace warpshop::share
