#include "sim/report/shown_figures.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "sim/result/comparison_fields.hpp"

namespace warpshop::report {
namespace {

using result::Node;
using result::Value;

/// Where a figure is: the field of the row, and of an object that it is part of.
struct Place {
  const Node* node = nullptr;
  std::function<Value(const PolicyResult&)> get;
};

std::vector<Place> described_figures(const Comparison& comparison) {
  std::vector<Place> places;
  for (const auto& field : result::compared_policy_fields().all()) {
    const auto get = [&](const PolicyResult& of) { return field.get({comparison, of}, result::Medium::any); };
    if (!field.node.as.show.empty()) {
      places.push_back({&field.node, get});
    }
    for (std::size_t i = 0; i < field.node.parts.size(); ++i) {
      if (const Node& part = field.node.parts[i]; !part.as.show.empty()) {
        places.push_back({&part, [get, i](const PolicyResult& of) {
                            const Value object = get(of);
                            return object.is_nothing() ? Value{} : object.list()[i];
                          }});
      }
    }
  }
  return places;
}

}  // namespace

std::vector<ShownFigure> shown_figures(const Comparison& comparison) {
  std::vector<ShownFigure> figures;
  for (const Place& place : described_figures(comparison)) {
    if (std::all_of(comparison.results.begin(), comparison.results.end(),
                    [&](const PolicyResult& of) { return place.get(of).is_nothing(); })) {
      continue;
    }
    std::string title(place.node->as.title.empty() ? place.node->tag : place.node->as.title);
    std::replace(title.begin(), title.end(), '_', ' ');
    figures.push_back({.title = std::move(title), .drop = place.node->as.drop, .text = [place](const PolicyResult& of) {
                         const Value value = place.get(of);
                         return value.is_nothing()
                                    ? ""
                                    : fmt::format(fmt::runtime(place.node->as.show), std::get<double>(value.is));
                       }});
  }
  return figures;
}

}  // namespace warpshop::report
