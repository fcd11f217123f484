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
#include <utility>

#include <fmt/format.h>
#include <mpi.h>

#include "mpi/incoming.hpp"

namespace warpshop::mpi {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::microseconds kBetweenLooks{100};
/// How long rank 0 waits, once all is made, for workers that are still at what has been made by others meanwhile.
constexpr std::chrono::seconds kGrace{2};

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

void send(int rank, const Order& order) {
  MPI_Send(&order, sizeof order, MPI_BYTE, rank, 0, MPI_COMM_WORLD);
}

}  // namespace

/// What is on its way from or to a worker. MPI may read and write it for as long as it runs.
struct MpiWorkers::Mail {
  std::uint64_t size = 0;
  std::vector<char> bytes;
  Order order{};
};

MpiWorkers::~MpiWorkers() = default;

MpiWorkers::MpiWorkers(std::chrono::milliseconds patience) : patience_(patience), mail_(std::make_unique<Mail>()) {
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
}

/// Waits without taking a core. Throws std::runtime_error: that rank 0 did not do `what`.
void MpiWorkers::wait_for(MPI_Request& request, std::string_view what) const {
  const Clock::time_point start = Clock::now();
  for (int done = 0;;) {
    if (MPI_Test(&request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS) {
      throw std::runtime_error("mpi: rank 0 has died");
    }
    if (done != 0) {
      return;
    }
    if (Clock::now() - start > patience_) {
      throw std::runtime_error(
          fmt::format("mpi: rank 0 has not {} for {:g} s", what, std::chrono::duration<double>(patience_).count()));
    }
    std::this_thread::sleep_for(kBetweenLooks);
  }
}

/// Both parts are on their way before either is waited for.
void MpiWorkers::tell(std::vector<char> bytes) {
  mail_->bytes = std::move(bytes);
  mail_->size = mail_->bytes.size();
  std::array<MPI_Request, 2> requests{MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Isend(&mail_->size, 1, MPI_UINT64_T, 0, 0, MPI_COMM_WORLD, requests.data());
  MPI_Isend(mail_->bytes.data(), static_cast<int>(mail_->size), MPI_BYTE, 0, 0, MPI_COMM_WORLD, &requests[1]);
  for (MPI_Request& request : requests) {
    wait_for(request, "taken a message");
  }
}

Order MpiWorkers::next_order() {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Irecv(&mail_->order, sizeof(Order), MPI_BYTE, 0, 0, MPI_COMM_WORLD, &request);
  wait_for(request, "answered");
  return mail_->order;
}

void MpiWorkers::work(const std::function<std::vector<SweepPoint>(PointRange)>& make) {
  has_worked_ = true;
  std::vector<char> message;
  append(message, Heading{Heading::Kind::ready, 0, 0, 0});
  try {
    for (;;) {
      tell(std::move(message));
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
  } catch (const std::exception& error) {
    why_deserted_ = error.what();
    throw;
  }
}

void MpiWorkers::serve(study::ChunkDealer& dealer) {
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
        dealer.made(heading.number, points_in(reader, heading));
      } else if (heading.kind == Heading::Kind::failure) {
        dealer.failed(std::make_exception_ptr(std::runtime_error(reader.rest())));
      }
    }
    const bool done = dealer.done();
    while (!idle_.empty()) {
      const auto chunk = done ? std::nullopt : dealer.lend();
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
  study::ChunkDealer none(1, {}, 0);  // there is nothing to do
  serve(none);
}

}  // namespace warpshop::mpi
