#include "sim/stats/assignment.hpp"

#include <cassert>
#include <limits>
#include <utility>

namespace warpshop::stats {
namespace {

constexpr std::size_t kNobody = static_cast<std::size_t>(-1);

/// Rows are assigned one after the other. A new one takes a column along the path of least reduced costs (cost less
/// potentials, ≥ 0) through columns and the rows that have them, as Dijkstra finds it.
class Search {
 public:
  Search(std::span<const double> costs, std::size_t rows)
      : costs_(costs),
        columns_(rows == 0 ? 0 : costs.size() / rows),
        row_potentials_(rows),
        column_potentials_(columns_),
        row_of_(columns_, kNobody) {}

  void assign(std::size_t new_row) {
    distances_.assign(columns_, std::numeric_limits<double>::infinity());
    from_.assign(columns_, kNobody);
    reached_.assign(columns_, false);
    std::size_t column = kNobody;  // the one reached last; the path starts at the new row, which has none
    double distance = 0;
    std::size_t row = new_row;
    do {
      look_from(row, column, distance);
      column = nearest();
      reached_[column] = true;
      distance = distances_[column];
      row = row_of_[column];
    } while (row != kNobody);
    shift_potentials(new_row, distance);
    while (column != kNobody) {  // each column of the path goes to the row that it was reached from
      const std::size_t before = from_[column];
      row_of_[column] = before == kNobody ? new_row : row_of_[before];
      column = before;
    }
  }

  Assignment found() && {
    Assignment assignment{std::vector<std::size_t>(row_potentials_.size()), std::move(row_potentials_),
                          std::move(column_potentials_)};
    for (std::size_t column = 0; column < columns_; ++column) {
      if (row_of_[column] != kNobody) {
        assignment.columns[row_of_[column]] = column;
      }
    }
    return assignment;
  }

 private:
  void look_from(std::size_t row, std::size_t column, double distance) {
    for (std::size_t next = 0; next < columns_; ++next) {
      const double reduced = costs_[row * columns_ + next] - row_potentials_[row] - column_potentials_[next];
      if (!reached_[next] && distance + reduced < distances_[next]) {
        distances_[next] = distance + reduced;
        from_[next] = column;
      }
    }
  }

  std::size_t nearest() const {
    std::size_t best = kNobody;
    for (std::size_t column = 0; column < columns_; ++column) {
      if (!reached_[column] && (best == kNobody || distances_[column] < distances_[best])) {
        best = column;
      }
    }
    return best;
  }

  /// So that reduced costs stay ≥ 0 and are 0 along the path.
  void shift_potentials(std::size_t new_row, double distance) {
    row_potentials_[new_row] += distance;
    for (std::size_t column = 0; column < columns_; ++column) {
      if (reached_[column] && row_of_[column] != kNobody) {
        row_potentials_[row_of_[column]] += distance - distances_[column];
        column_potentials_[column] -= distance - distances_[column];
      }
    }
  }

  std::span<const double> costs_;
  std::size_t columns_;
  std::vector<double> row_potentials_, column_potentials_;
  std::vector<std::size_t> row_of_;  ///< by column
  std::vector<double> distances_;    ///< of a column from the new row
  std::vector<std::size_t> from_;    ///< the column whose row it was reached from; nobody: the new row
  std::vector<bool> reached_;
};

}  // namespace

Assignment least_assignment(std::span<const double> costs, std::size_t rows) {
  assert(rows == 0 || (costs.size() % rows == 0 && costs.size() / rows >= rows));
  Search search(costs, rows);
  for (std::size_t row = 0; row < rows; ++row) {
    search.assign(row);
  }
  return std::move(search).found();
}

}  // namespace warpshop::stats
