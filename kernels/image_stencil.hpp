#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/gpu/mark.hpp"

namespace warpshop::kernels {

/// Four neighbouring pixels of a row in one word, the left one in its lowest bits: how they lie in the memory of a
/// little-endian machine.
template <class Pixel>
struct Packed;
template <>
struct Packed<std::uint8_t> {
  using Word = std::uint32_t;
};
template <>
struct Packed<std::uint16_t> {
  using Word = std::uint64_t;
};

/// A kernel that computes a pixel from the (2 Radius + 1)² pixels around it, on images of a fixed width. Where the
/// image ends, its outermost pixels go on. An element is a pixel, the number of them whole rows.
///
/// A CTA does a tile: it loads the tile and what is around it into shared memory, then every thread computes four
/// neighbours at a time. `Stage` has
/// `static WARPSHOP_BODY std::uint32_t pixel(const int (&around)[2 * Radius + 1][2 * Radius + 4], int x)`, which
/// computes the pixel at around[Radius][Radius + x].
template <class Stage, class SourcePixel, class ResultPixel, int Radius>
struct ImageStencil {
  using Source = SourcePixel;
  using Result = ResultPixel;
  using SourceWord = typename Packed<Source>::Word;
  using ResultWord = typename Packed<Result>::Word;

  static constexpr int kThreads = 256;
  static constexpr int kWidth = 2048;
  static constexpr int kTileWidth = 128;
  static constexpr int kTileHeight = 32;
  static constexpr int kTilesPerRow = kWidth / kTileWidth;

  static constexpr int kPacked = 4;
  static constexpr int kWordsPerRow = kWidth / kPacked;
  static constexpr int kTileWords = kTileWidth / kPacked;
  static constexpr int kLoadedWords = kTileWords + 2;
  static constexpr int kLoadedRows = kTileHeight + 2 * Radius;
  static_assert(Radius <= kPacked && kWidth % kTileWidth == 0 && kThreads % kTileWords == 0);

  struct Arguments {
    const SourceWord* source;
    ResultWord* result;
    std::int32_t rows;
  };
  struct Shared {
    SourceWord words[std::size_t{kLoadedRows}][std::size_t{kLoadedWords}];
  };

  /// Pixel `x` of a word.
  static WARPSHOP_BODY Source unpack(SourceWord word, int x) {
    return static_cast<Source>(word >> (x * static_cast<int>(8 * sizeof(Source))));
  }

  /// A word of the image, also beyond its ends.
  static WARPSHOP_BODY SourceWord word_at(const Arguments& arguments, int word, int row) {
    constexpr SourceWord kOneEach = static_cast<SourceWord>(~SourceWord{0}) / static_cast<Source>(~Source{0});
    const int inside = row < 0 ? 0 : row < arguments.rows ? row : arguments.rows - 1;
    const SourceWord* line = arguments.source + inside * kWordsPerRow;
    if (word < 0) {
      return unpack(line[0], 0) * kOneEach;
    }
    if (word >= kWordsPerRow) {
      return unpack(line[kWordsPerRow - 1], kPacked - 1) * kOneEach;
    }
    return line[word];
  }

  /// The four pixels of word `word` and row `row` of the tile.
  static WARPSHOP_BODY ResultWord four(const Shared& shared, int word, int row) {
    int around[std::size_t{2 * Radius + 1}][std::size_t{2 * Radius + kPacked}];
    for (int y = 0; y <= 2 * Radius; ++y) {
      const SourceWord left = shared.words[row + y][word];
      const SourceWord middle = shared.words[row + y][word + 1];
      const SourceWord right = shared.words[row + y][word + 2];
      for (int x = 0; x < Radius; ++x) {
        around[y][x] = unpack(left, kPacked - Radius + x);
        around[y][Radius + kPacked + x] = unpack(right, x);
      }
      for (int x = 0; x < kPacked; ++x) {
        around[y][Radius + x] = unpack(middle, x);
      }
    }
    ResultWord result = 0;
    for (int x = 0; x < kPacked; ++x) {
      result |= static_cast<ResultWord>(Stage::pixel(around, x)) << (x * static_cast<int>(8 * sizeof(Result)));
    }
    return result;
  }

  template <class Cta>
  static WARPSHOP_BODY void subtask(Cta& cta, Shared& shared, const Arguments& arguments, std::uint32_t subtask) {
    const int first_word = static_cast<int>(subtask % kTilesPerRow) * kTileWords;
    const int first_row = static_cast<int>(subtask / kTilesPerRow) * kTileHeight;
    cta.threads([&](int thread) {
      for (int i = thread; i < kLoadedRows * kLoadedWords; i += kThreads) {
        const int row = i / kLoadedWords;
        const int word = i % kLoadedWords;
        shared.words[row][word] = word_at(arguments, first_word + word - 1, first_row + row - Radius);
      }
    });
    cta.threads([&](int thread) {
      const int word = thread % kTileWords;
      for (int row = thread / kTileWords; row < kTileHeight; row += kThreads / kTileWords) {
        if (first_row + row < arguments.rows) {
          arguments.result[(first_row + row) * kWordsPerRow + first_word + word] = four(shared, word, row);
        }
      }
    });
  }
};

}  // namespace warpshop::kernels
