#include "calibrate/copy_stream.hpp"

#include <algorithm>
#include <cstring>

namespace warpshop::calibrate {
namespace {

constexpr Bytes kLeadIn{1 << 20};

}  // namespace

CopyStream::CopyStream(const gpu::Device& device, Memory memory, Direction direction, Bytes size)
    : memory_(memory),
      direction_(direction),
      host_(device, memory == Memory::pinned ? gpu::Space::pinned : gpu::Space::pageable, size),
      device_(device, gpu::Space::device, size),
      stream_(device),
      start_(device),
      end_(device) {
  std::memset(host_.data(), 1, static_cast<std::size_t>(size.count));
  stream_.copy(device_, host_);
  stream_.synchronize();
}

void CopyStream::submit(Bytes size) const {
  const bool h2d = direction_ == Direction::h2d;
  stream_.copy(h2d ? device_ : host_, h2d ? host_ : device_, size);
}

void CopyStream::lead_in(Bytes most) const {
  if (memory_ == Memory::pinned) {
    submit(std::min({kLeadIn, most, host_.size()}));
  }
}

Millis CopyStream::time_alone(Bytes size) const {
  lead_in(kLeadIn);
  stream_.record(start_);
  submit(size);
  stream_.record(end_);
  end_.synchronize();
  return gpu::elapsed(start_, end_);
}

std::string CopyStream::name() const {
  return "transfer." + std::string(warpshop::name(memory_)) + '.' + std::string(warpshop::name(direction_));
}

}  // namespace warpshop::calibrate
