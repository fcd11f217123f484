#include "cli/serving.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <random>
#include <utility>

#include "sim/model/device_error.hpp"

namespace warpshop::cli {
namespace {

constexpr int kGarbage = 0xA5;

/// Memory of each kind that the results of any of the tasks fit into, where there are such.
std::array<std::optional<gpu::Buffer>, 2> room_for_results(const gpu::Device& device,
                                                           const std::vector<ServedTask>& served) {
  std::array<dispatch::ConcreteTask::Transfer, 2> most{{{{}, Memory::pinned}, {{}, Memory::pageable}}};  // [Memory]
  for (const ServedTask& task : served) {
    if (const auto& copy = task.copied_out()) {
      Bytes& size = most[index(copy->memory)].size;
      size = std::max(size, copy->size);
    }
  }
  std::array<std::optional<gpu::Buffer>, 2> room;
  for (const dispatch::ConcreteTask::Transfer& copy : most) {
    if (copy.size.count > 0) {
      room[index(copy.memory)].emplace(device, copy.space(), copy.size);
    }
  }
  return room;
}

/// The tasks of one worker that are under way: each has a place, with host memory for its results.
class Places {
 public:
  Places(std::size_t count, const gpu::Device& device, const std::vector<ServedTask>& served) : places_(count) {
    for (Place& place : places_) {
      place.room = room_for_results(device, served);
    }
  }

  struct Place {
    std::array<std::optional<gpu::Buffer>, 2> room;  ///< [Memory]
    std::optional<std::size_t> ran;                  ///< what was there last, if it has not been looked at yet
    const gpu::Buffer* results(const ServedTask& task) const {
      return task.copied_out() ? &*room[index(task.copied_out()->memory)] : nullptr;
    }
    bool busy = false;
    dispatch::Outcome outcome;
  };

  /// Waits until one is over.
  Place& await() {
    std::unique_lock lock(mutex_);
    const auto idle = [](const Place& place) { return !place.busy; };
    changed_.wait(lock, [&] { return std::any_of(places_.begin(), places_.end(), idle); });
    return *std::find_if(places_.begin(), places_.end(), idle);
  }
  void begin(Place& place, std::size_t kind) {
    const std::scoped_lock lock(mutex_);
    place.ran = kind;
    place.busy = true;
  }
  void end(Place& place, const dispatch::Outcome& outcome) {
    const std::scoped_lock lock(mutex_);
    place.outcome = outcome;
    place.busy = false;
    changed_.notify_all();
  }
  /// Requires that none is under way.
  std::vector<Place>& all() { return places_; }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Place> places_;
};

void look_at(Places::Place& place, const std::vector<ServedTask>& served, WorkerReport& report) {
  if (!place.ran) {
    return;
  }
  const std::size_t kind = *std::exchange(place.ran, {});
  if (place.outcome.kind == dispatch::Outcome::Kind::failed && report.complaint.empty()) {
    report.complaint = place.outcome.error;
  }
  if (place.outcome.kind == dispatch::Outcome::Kind::done && served[kind].shows_results()) {
    ++report.checked;
    report.wrong += served[kind].correct(*place.results(served[kind])) ? 0U : 1U;
  }
}

}  // namespace

ServedTask::ServedTask(const gpu::Device& device, dispatch::ConcreteTask task) : task_(std::move(task)) {
  if (task_.h2d && task_.h2d->size.count == 0) {
    task_.h2d.reset();
  }
  if (task_.d2h && task_.d2h->size.count == 0) {
    task_.d2h.reset();
  }
  if (task_.h2d) {
    from_.emplace(device, task_.h2d->space(), task_.h2d->size);
    task_.fill(from_->bytes());
  }
}

dispatch::ProxyTask ServedTask::once(const gpu::Buffer* results,
                                     std::function<void(const dispatch::Outcome&)> done) const {
  dispatch::ProxyTask task{.input = task_.input_size(), .output = task_.output_size(), .done = std::move(done)};
  if (from_) {
    task.h2d = dispatch::copy_in(*from_);
  }
  if (task_.kernel != nullptr) {
    task.kernel = KernelCall{std::string(task_.kernel->code.name), task_.elements};
    task.launch = [kernel = task_.kernel, elements = task_.elements](const gpu::Stream& stream, std::byte* input,
                                                                     std::byte* output) {
      stream.launch(kernel->code, kernel->bind(input, output, elements), kernel->layout(elements).subtasks);
    };
  }
  if (task_.d2h) {
    const auto size = static_cast<std::size_t>(task_.d2h->size.count);
    if (shows_results()) {
      std::memset(results->data(), kGarbage, size);
    }
    task.d2h = dispatch::CopyOut{.to = results->bytes().first(size), .memory = task_.d2h->memory};
  }
  return task;
}

bool ServedTask::correct(const gpu::Buffer& results) const {
  const auto output = static_cast<std::size_t>(task_.kernel->layout(task_.elements).output.count);
  return task_.kernel->error(task_.data->expected, results.bytes().first(output)) <= task_.kernel->tolerance;
}

void warm_up(const gpu::Device& device, const Device& profile, const std::vector<ServedTask>& served) {
  const auto room = room_for_results(device, served);
  dispatch::Proxy proxy(device, profile, [](const Instance& instance) {
    Plan plan{.order = Order(instance.size())};
    std::iota(plan.order.begin(), plan.order.end(), 0U);
    return plan;
  });
  dispatch::Worker worker = proxy.worker("warm-up");
  for (const ServedTask& task : served) {
    worker.submit(task.once(task.copied_out() ? &*room[index(task.copied_out()->memory)] : nullptr, {}));
    worker.drain();  // the next one's results go to the same place
  }
}

WorkerReport work(dispatch::Proxy& proxy, const gpu::Device& device, const std::vector<ServedTask>& served,
                  const WorkerOrders& orders, StartLine& start) {
  WorkerReport report;
  std::optional<Places> places;
  try {
    places.emplace(orders.depth, device, served);
  } catch (const DeviceError& error) {
    report.complaint = error.what();
  }
  start.arrive_and_wait();
  if (!places) {
    return report;
  }
  try {
    dispatch::Worker worker = proxy.worker(orders.name);  // gone before the places are
    std::mt19937_64 draw(orders.seed);
    for (std::uint64_t task = 0; task < orders.tasks && !*orders.stop; ++task) {
      Places::Place& place = places->await();
      look_at(place, served, report);
      const std::size_t kind = draw() % served.size();
      dispatch::ProxyTask once =
          served[kind].once(place.results(served[kind]),
                            [&places, &place](const dispatch::Outcome& outcome) { places->end(place, outcome); });
      places->begin(place, kind);
      worker.submit(std::move(once));
    }
    worker.drain();
  } catch (const dispatch::Stopped&) {
    // told to
  } catch (const DeviceError& error) {
    report.complaint = error.what();
  }
  for (Places::Place& place : places->all()) {
    if (!place.busy) {
      look_at(place, served, report);
    }
  }
  return report;
}

}  // namespace warpshop::cli
