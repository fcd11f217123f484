#include "sim/evaluate/rates/copy_rates.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace warpshop::evaluate {
namespace {

/// What those of one direction ask for is cut down to what there is.
void limit(Direction direction, double bandwidth, std::span<MovingPayload* const> payloads) {
  std::vector<MovingPayload*> own;
  std::vector<double> given;
  for (MovingPayload* const payload : payloads) {
    if (payload->direction == direction) {
      own.push_back(payload);
      given.push_back(payload->speed * payload->demand);
    }
  }
  const std::vector<double> asked = given;
  share_bandwidth(bandwidth, given);
  for (std::size_t i = 0; i < own.size(); ++i) {
    own[i]->speed *= given[i] / asked[i];
  }
}

}  // namespace

void set_copy_rates(const Rates& rates, const std::array<double, 2>& beside_kernels,
                    std::span<MovingPayload> payloads) {
  std::array<std::array<bool, 2>, 2> moves{};  // [Direction][Memory]
  for (const MovingPayload& payload : payloads) {
    moves[index(payload.direction)][index(payload.memory)] = true;
  }
  const auto rate_of = [&](std::size_t side, Memory memory) {
    double rate = 1;
    for (const std::size_t opposing : {0U, 1U}) {
      if (moves[1 - side][opposing]) {
        const double beside = rates[side][index(memory)][opposing];
        rate = opposing == 1 && moves[1 - side][0] ? std::min(rate, beside) : beside;
      }
    }
    return rate * beside_kernels[side];
  };
  std::array<double, 2> widths{rate_of(0, Memory::pinned), rate_of(1, Memory::pinned)};
  for (MovingPayload& payload : payloads) {
    const std::size_t side = index(payload.direction);
    payload.speed = rate_of(side, payload.memory);
    widths[side] = std::max(widths[side], payload.speed * payload.demand);
  }
  if (payloads.size() > 2 || (payloads.size() == 2 && payloads[0].direction == payloads[1].direction)) {
    std::vector<MovingPayload*> all;
    for (MovingPayload& payload : payloads) {
      all.push_back(&payload);
    }
    limit(Direction::h2d, widths[0], all);
    limit(Direction::d2h, widths[1], all);
  }
}

void share_bus(const std::array<double, 2>& duplex, std::span<MovingPayload* const> payloads) {
  for (const Direction direction : {Direction::h2d, Direction::d2h}) {
    const bool opposed = std::any_of(payloads.begin(), payloads.end(), [direction](const MovingPayload* payload) {
      return payload->direction != direction;
    });
    limit(direction, opposed ? duplex[index(direction)] : 1, payloads);
  }
}

void share_bandwidth(double bandwidth, std::span<double> demands) {
  if (std::accumulate(demands.begin(), demands.end(), 0.0) <= bandwidth) {
    return;
  }
  std::vector<std::size_t> by_demand(demands.size());
  std::iota(by_demand.begin(), by_demand.end(), std::size_t{0});
  std::sort(by_demand.begin(), by_demand.end(), [&](std::size_t a, std::size_t b) { return demands[a] < demands[b]; });
  std::size_t claimants = demands.size();
  for (const std::size_t next : by_demand) {
    demands[next] = std::min(demands[next], bandwidth / static_cast<double>(claimants--));
    bandwidth -= demands[next];
  }
}

}  // namespace warpshop::evaluate
