#include "mpi/mpi_workers.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>

#include <mpi.h>

#include "mpi/incoming.hpp"

namespace warpshop::mpi {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::microseconds kBetweenLooks{100};
/// How long a worker waits for an answer: rank 0 answers at once, or is dead.
constexpr std::chrono::seconds kPatience{60};
/// How long rank 0 waits, once all is made, for workers that are still at what has been made by others meanwhile.
constexpr std::chrono::seconds kGrace{2};

/// What a worker is told: a chunk, or that there are no more (an empty range).
struct Order {
  std::uint64_t number;
  std::uint64_t first;
  std::uint64_t end;
};

/// What a worker says: a heading, then points as numbers or the text of a failure.
struct Heading {
  enum class Kind : std::uint64_t { ready, points, failure };
  Kind kind;
  std::uint64_t number;    ///< of the chunk
  std::uint64_t points;    ///< how many
  std::uint64_t policies;  ///< of each
};

template <class Value>
void append(std::vector<char>& bytes, const Value& value) {
  const auto* const raw = reinterpret_cast<const char*>(&value);
  bytes.insert(bytes.end(), raw, raw + sizeof value);
}

/// Takes values off the front of a message.
class Reader {
 public:
  explicit Reader(const std::vector<char>& bytes) : next_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  template <class Value>
  Value take() {
    Value value{};
    if (end_ - next_ < static_cast<std::ptrdiff_t>(sizeof value)) {
      throw std::runtime_error("mpi: a message that was cut short");
    }
    std::copy_n(next_, sizeof value, reinterpret_cast<char*>(&value));
    next_ += sizeof value;
    return value;
  }
  std::string rest() const { return {next_, end_}; }

 private:
  const char* next_;
  const char* end_;
};

std::vector<char> points_message(std::uint64_t number, const std::vector<SweepPoint>& points) {
  std::vector<char> bytes;
  append(bytes, Heading{Heading::Kind::points, number, points.size(), points.empty() ? 0 : points[0].costs.size()});
  for (const SweepPoint& point : points) {
    append(bytes, point.cell);
    append(bytes, point.set);
    append(bytes, point.kernel_dominant);
    append(bytes, point.lower_bound);
    append(bytes, point.baselines);
    append(bytes, point.best);
    for (const SweepCost& cost : point.costs) {
      append(bytes, cost);
    }
  }
  return bytes;
}

std::vector<SweepPoint> points_in(Reader& reader, const Heading& heading) {
  std::vector<SweepPoint> points(heading.points);
  for (SweepPoint& point : points) {
    point.cell = reader.take<std::size_t>();
    point.set = reader.take<std::uint64_t>();
    point.kernel_dominant = reader.take<std::size_t>();
    point.lower_bound = reader.take<Millis>();
    point.baselines = reader.take<decltype(point.baselines)>();
    point.best = reader.take<Millis>();
    for (std::uint64_t i = 0; i < heading.policies; ++i) {
      point.costs.push_back(reader.take<SweepCost>());
    }
  }
  return points;
}

void send(const std::vector<char>& bytes) {
  const std::uint64_t size = bytes.size();
  MPI_Send(&size, 1, MPI_UINT64_T, 0, 0, MPI_COMM_WORLD);
  MPI_Send(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, 0, 0, MPI_COMM_WORLD);
}

void send(int rank, const Order& order) {
  MPI_Send(&order, sizeof order, MPI_BYTE, rank, 0, MPI_COMM_WORLD);
}

/// The next order. Waits without taking a core.
Order next_order() {
  Order order{};
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Irecv(&order, sizeof order, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &request);
  const Clock::time_point start = Clock::now();
  for (int done = 0;;) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done != 0) {
      return order;
    }
    if (Clock::now() - start > kPatience) {
      throw std::runtime_error("mpi: no answer from rank 0 for a minute");
    }
    std::this_thread::sleep_for(kBetweenLooks);
  }
}

/// There is nothing to do.
class NoChunks : public study::ChunkSource {
 public:
  std::optional<study::Chunk> lend() override { return std::nullopt; }
  void made(std::uint64_t /*number*/, std::vector<SweepPoint> /*points*/) override {}
  void failed(std::exception_ptr /*failure*/) override {}
  bool done() override { return true; }
};

}  // namespace

MpiWorkers::~MpiWorkers() = default;

MpiWorkers::MpiWorkers() {
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
}

void MpiWorkers::work(const std::function<std::vector<SweepPoint>(PointRange)>& make) {
  has_worked_ = true;
  std::vector<char> message;
  append(message, Heading{Heading::Kind::ready, 0, 0, 0});
  for (;;) {
    send(message);
    const Order order = next_order();
    if (order.first == order.end) {
      return;
    }
    try {
      message = points_message(order.number, make({.first = order.first, .end = order.end}));
    } catch (const std::exception& error) {
      message.clear();
      append(message, Heading{Heading::Kind::failure, order.number, 0, 0});
      const std::string what = error.what();
      message.insert(message.end(), what.begin(), what.end());
    }
  }
}

void MpiWorkers::serve(study::ChunkSource& source) {
  if (incoming_.empty()) {
    for (int rank = 1; rank < ranks_; ++rank) {
      incoming_.push_back(std::make_unique<Incoming>(rank));
    }
  }
  Clock::time_point busy = Clock::now();  // when there was last something to do
  while (!all_have_ended()) {
    bool any = false;
    for (const auto& from : incoming_) {
      if (!from->arrived()) {
        continue;
      }
      any = true;
      idle_.push_back(from.get());
      const std::vector<char> message = from->take();
      Reader reader(message);
      const auto heading = reader.take<Heading>();
      if (heading.kind == Heading::Kind::points) {
        source.made(heading.number, points_in(reader, heading));
      } else if (heading.kind == Heading::Kind::failure) {
        source.failed(std::make_exception_ptr(std::runtime_error(reader.rest())));
      }
    }
    const bool done = source.done();
    while (!idle_.empty()) {
      const auto chunk = done ? std::nullopt : source.lend();
      if (!done && !chunk) {
        break;
      }
      Incoming& worker = *idle_.back();
      idle_.pop_back();
      if (chunk) {
        worker.expect();
        send(worker.rank(), {chunk->number, chunk->range.first, chunk->range.end});
      } else {
        send(worker.rank(), {0, 0, 0});
        ++ended_;
      }
      any = true;
    }
    const Clock::time_point now = Clock::now();
    busy = any || !done ? now : busy;
    if (now - busy > kGrace) {
      return;  // they are dead, or will find out that this rank has ended
    }
    if (!any) {
      std::this_thread::sleep_for(kBetweenLooks);
    }
  }
}

void MpiWorkers::dismiss() {
  NoChunks none;
  serve(none);
}

}  // namespace warpshop::mpi
