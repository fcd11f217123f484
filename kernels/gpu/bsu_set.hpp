#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/gpu/handles.hpp"
#include "kernels/gpu/persistent.hpp"

namespace warpshop::gpu {

/// SMs that a BSU is on.
struct BsuPlace {
  std::uint32_t first_sm = 0;
  std::uint32_t sms = UINT32_MAX;  ///< so many, or all that there are
};

/// The BSUs of one persistent kernel, which come and go each by itself (S5 4.3): a state that the host writes and a
/// counters that it reads are a word of mapped memory each, so that nothing waits behind copies. They share the
/// subtasks: each is done once, by whichever BSU takes it. One thread at a time calls its functions; all throw
/// DeviceError.
class BsuSet {
 public:
  /// No subtask is done, no BSU is there. subtasks ≥ 1.
  BsuSet(const Device& device, std::uint32_t subtasks, std::size_t bsus = 0);

  std::size_t size() const { return bsus_.size(); }
  std::uint32_t subtasks() const { return subtasks_; }
  /// A BSU that may be launched; one more, if there is none.
  std::size_t free_bsu();

  /// Lets a BSU run: so many CTAs, of which those on other SMs than its place leave at once. Requires has_left(): what
  /// is still on its way out would stay.
  void launch(std::size_t bsu, const Code& code, const Arguments& arguments, std::uint32_t ctas,
              const BsuPlace& place = {});
  /// It leaves at the end of the subtasks that its CTAs have in hand. At once: nothing is submitted.
  void evict(std::size_t bsu);
  /// Whether it was never launched, was evicted and has gone, or has found no subtask left.
  bool has_left(std::size_t bsu) const;
  /// Waits until it has.
  void await(std::size_t bsu) const { bsus_[bsu].stream.synchronize(); }
  /// Of its CTAs, those that have come to its place and not left.
  std::uint32_t there(std::size_t bsu) const { return read(bsu, Word::there); }
  /// When it was launched last, at the head of its stream, and when it left. Recorded once it was.
  const Event& launched_at(std::size_t bsu) const { return bsus_[bsu].begin; }
  const Event& left_at(std::size_t bsu) const { return bsus_[bsu].end; }

  /// Subtasks that one BSU, or all, have done so far, by their counters: each after its results.
  std::uint32_t done(std::size_t bsu) const { return read(bsu, Word::done); }
  std::uint32_t done() const;
  /// Whether all subtasks are done.
  bool over() const { return done() == subtasks_; }

 private:
  enum class Word : std::uint8_t { state, done, there };
  static constexpr std::size_t kWordsEach = 3;
  static constexpr std::size_t kBlock = 64;  ///< BSUs whose words are allocated together

  struct Bsu {
    explicit Bsu(const Device& device) : stream(device), begin(device), end(device) {}
    Stream stream;
    Event begin, end;
    bool launched = false;
  };

  void add();
  std::uint32_t* word(std::size_t bsu, Word which) const;
  std::uint32_t read(std::size_t bsu, Word which) const;

  Device device_;
  std::uint32_t subtasks_;
  std::vector<Buffer> words_;  ///< mapped, of kBlock BSUs each
  Buffer next_subtask_;        ///< of the device
  std::vector<Bsu> bsus_;      ///< gone before their memory is
};

}  // namespace warpshop::gpu
