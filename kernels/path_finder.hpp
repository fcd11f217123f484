#pragma once

#include <cstdint>
#include <string_view>

#include "kernels/gpu/mark.hpp"
#include "kernels/quad.hpp"

namespace warpshop::kernels {

/// Cost of the cheapest path from the top of a grid of 64 rows to each cell of its last row, a step leading to one of
/// the three neighbours below (PF in S5 tables 3.6 and 4.2; the problem is Rodinia's):
/// cost[r][c] = toll[r][c] + min(cost[r - 1][c - 1], cost[r - 1][c], cost[r - 1][c + 1]). Tolls are below 2^24.
///
/// A CTA does a strip of the grid from top to bottom. Columns beside the strip are computed too: each row makes one
/// more of them on either side wrong, so that the strip itself is right at the end. A thread has 4 columns in registers
/// and finds the costs beside them in shared memory.
struct PathFinder {
  static constexpr std::string_view kName = "path_finder";
  static constexpr int kThreads = 256;
  static constexpr std::uint32_t kRows = 64;
  static constexpr std::uint32_t kHalo = kRows;  ///< columns on either side; kRows - 1 rounded up to a quad
  static constexpr std::uint32_t kStrip = 4 * kThreads - 2 * kHalo;
  static constexpr std::uint32_t kUnreachable = UINT32_MAX / 2;  ///< the cost of what is not in the grid

  struct Arguments {
    const std::uint32_t* tolls;
    std::uint32_t* costs;
    std::uint32_t columns;  ///< a multiple of 4
  };
  struct Shared {
    // Costs of each thread's outer columns in this row and the one before; nobody has the first and the last.
    std::uint32_t leftmost[2][kThreads + 2];
    std::uint32_t rightmost[2][kThreads + 2];
  };

  template <class Cta>
  static WARPSHOP_BODY void subtask(Cta& cta, Shared& shared, const Arguments& arguments, std::uint32_t subtask) {
    const auto column_of = [=](int thread) {  // huge if left of the grid
      return subtask * kStrip + 4 * static_cast<std::uint32_t>(thread) - kHalo;
    };
    typename Cta::template PerThread<Quad<std::uint32_t>> costs;
    typename Cta::template PerThread<Quad<std::uint32_t>> tolls;
    cta.threads([&](int thread) {
      const std::uint32_t column = column_of(thread);
      const bool inside = column < arguments.columns;
      costs[thread] = {{kUnreachable, kUnreachable, kUnreachable, kUnreachable}};
      if (inside) {
        costs[thread] = load_quad(arguments.tolls + column);
        tolls[thread] = load_quad(arguments.tolls + arguments.columns + column);
      }
      share(shared, 0, thread, costs[thread]);
      if (thread < 2) {
        shared.rightmost[thread][0] = kUnreachable;
        shared.leftmost[thread][kThreads + 1] = kUnreachable;
      }
    });
    for (std::uint32_t row = 1; row < kRows; ++row) {
      cta.threads([&](int thread) {
        const std::uint32_t column = column_of(thread);
        if (column < arguments.columns) {
          const Quad<std::uint32_t> toll = tolls[thread];
          if (row + 1 < kRows) {
            tolls[thread] = load_quad(arguments.tolls + (row + 1) * arguments.columns + column);
          }
          costs[thread] = step(shared, (row + 1) % 2, thread, costs[thread], toll);
        }
        share(shared, row % 2, thread, costs[thread]);
      });
    }
    cta.threads([&](int thread) {
      const std::uint32_t column = column_of(thread);
      const std::uint32_t in_tile = 4 * static_cast<std::uint32_t>(thread);
      if (in_tile >= kHalo && in_tile < kHalo + kStrip && column < arguments.columns) {
        store_quad(arguments.costs + column, costs[thread]);
      }
    });
  }

 private:
  static WARPSHOP_BODY void share(Shared& shared, std::uint32_t copy, int thread, const Quad<std::uint32_t>& costs) {
    shared.leftmost[copy][thread + 1] = costs.element[0];
    shared.rightmost[copy][thread + 1] = costs.element[3];
  }

  static WARPSHOP_BODY std::uint32_t cheaper(std::uint32_t a, std::uint32_t b) { return a < b ? a : b; }

  static WARPSHOP_BODY Quad<std::uint32_t> step(const Shared& shared, std::uint32_t copy, int thread,
                                                const Quad<std::uint32_t>& above, const Quad<std::uint32_t>& tolls) {
    const std::uint32_t left = cheaper(shared.rightmost[copy][thread], above.element[0]);
    const std::uint32_t middle = cheaper(above.element[1], above.element[2]);
    const std::uint32_t right = cheaper(above.element[3], shared.leftmost[copy][thread + 2]);
    return {{tolls.element[0] + cheaper(left, above.element[1]), tolls.element[1] + cheaper(above.element[0], middle),
             tolls.element[2] + cheaper(middle, above.element[3]),
             tolls.element[3] + cheaper(above.element[2], right)}};
  }
};

}  // namespace warpshop::kernels
