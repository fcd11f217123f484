#pragma once

#include <optional>
#include <span>

namespace warpshop::stats {

/// Spearman's ρ, -1 … 1: Pearson's correlation of the ranks, equal values sharing the mean of theirs (Kendall and
/// Gibbons, Rank Correlation Methods, ch. 3). x and y: pairs by position, none NaN. Nothing for fewer than two pairs or
/// where all of one side are equal. O(n log n).
std::optional<double> spearman(std::span<const double> x, std::span<const double> y);

/// Kendall's τ-b, -1 … 1: (concordant - discordant pairs of pairs) / √((n₀ - tied in x) (n₀ - tied in y)), with
/// n₀ = n (n - 1) / 2 (Kendall, The Treatment of Ties in Ranking Problems, 1945). As for spearman(); O(n²).
std::optional<double> kendall(std::span<const double> x, std::span<const double> y);

}  // namespace warpshop::stats
