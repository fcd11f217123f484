#include "sim/host/applications.hpp"

#include <array>

namespace warpshop::host {
namespace {

constexpr BytesPerSecond gigabytes(double number) {
  return {number * 1e9};
}

}  // namespace

// Each figure is a guess at the kind of program that the name stands for, none is measured.
std::span<const QueryApplication> query_applications() {
  static constexpr std::array kAll{// Speech recognition: long, searches graphs larger than the cache.
                                   QueryApplication{"asr", Millis{45}, 0.95, 1.1, {0.5, 2.5, gigabytes(1.8)}},
                                   // Labels sequences by conditional random fields: short, little of it parallel.
                                   QueryApplication{"crf", Millis{35}, 0.85, 1.4, {0.3, 2.5, gigabytes(1.2)}},
                                   // Finds faces in pictures: computes on windows that stay in the cache.
                                   QueryApplication{"fd", Millis{60}, 0.97, 1.9, {0.15, 2, gigabytes(0.6)}},
                                   // Extracts features of pictures: the same with larger pictures.
                                   QueryApplication{"fe", Millis{50}, 0.96, 1.7, {0.25, 2.2, gigabytes(1)}},
                                   // Scores Gaussian mixtures: streams through a model that nearly fits into the cache.
                                   QueryApplication{"gmm", Millis{45}, 0.98, 1.6, {0.4, 2.5, gigabytes(1.6)}},
                                   // Matches regular expressions: small tables, lines independent of each other.
                                   QueryApplication{"regex", Millis{40}, 0.94, 1.5, {0.2, 2.5, gigabytes(0.8)}},
                                   // Stems words: next to nothing in the cache, words independent of each other.
                                   QueryApplication{"stem", Millis{30}, 0.97, 1.8, {0.1, 1.5, gigabytes(0.5)}}};
  return kAll;
}

std::span<const BestEffortApplication> best_effort_applications() {
  static constexpr std::array kAll{// Prices options: computes.
                                   BestEffortApplication{"bs", {0.05, 1.2, gigabytes(0.2)}},
                                   // Follows a body through pictures: mostly computes.
                                   BestEffortApplication{"bt", {0.15, 1.8, gigabytes(0.6)}},
                                   // Moves a face's mesh: streams through it each step.
                                   BestEffortApplication{"fs", {0.4, 2.5, gigabytes(1.8)}},
                                   // Moves a fluid's particles: cells of neighbours, some of them in the cache.
                                   BestEffortApplication{"fa", {0.3, 2, gigabytes(1.4)}},
                                   // Traces rays: a tree of which the top stays in the cache.
                                   BestEffortApplication{"rt", {0.2, 2.2, gigabytes(0.8)}},
                                   // Encodes video: frames before this one.
                                   BestEffortApplication{"x264", {0.25, 2, gigabytes(1.2)}},
                                   // Swaps elements at random places of a netlist: the cache is all that helps.
                                   BestEffortApplication{"can", {0.8, 4, gigabytes(2.2)}},
                                   // Clusters a stream of points: as much as memory moves.
                                   BestEffortApplication{"sc", {1.2, 1.8, gigabytes(4.5)}}};
  return kAll;
}

}  // namespace warpshop::host
