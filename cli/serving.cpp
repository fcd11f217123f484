#include "cli/serving.hpp"

#include <algorithm>
#include <cstring>
#include <random>
#include <utility>

#include "sim/model/device_error.hpp"

namespace warpshop::cli {
namespace {

constexpr int kGarbage = 0xA5;

gpu::Space space_of(Memory memory) {
  return memory == Memory::pinned ? gpu::Space::pinned : gpu::Space::pageable;
}

/// The tasks of one worker that are under way: each has a place, with host memory for every task of the workload.
class Places {
 public:
  Places(std::size_t count, std::size_t kinds) : places_(count) {
    for (Place& place : places_) {
      place.results.resize(kinds);
    }
  }

  struct Place {
    std::vector<std::optional<gpu::Buffer>> results;  ///< by task of the workload, once it was needed
    std::optional<std::size_t> ran;                   ///< what was there last, if it has not been looked at yet
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
    report.wrong += served[kind].correct(*place.results[kind]) ? 0U : 1U;
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
    from_.emplace(device, space_of(task_.h2d->memory), task_.h2d->size);
    task_.fill(from_->bytes());
  }
}

gpu::Buffer ServedTask::results(const gpu::Device& device) const {
  const Bytes size = task_.d2h ? task_.d2h->size : Bytes{1};
  return {device, space_of(task_.d2h ? task_.d2h->memory : Memory::pageable), size};
}

dispatch::ProxyTask ServedTask::once(const gpu::Buffer& results,
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
    std::memset(results.data(), kGarbage, static_cast<std::size_t>(results.size().count));
    task.d2h = dispatch::copy_out(results);
  }
  return task;
}

bool ServedTask::correct(const gpu::Buffer& results) const {
  const auto output = static_cast<std::size_t>(task_.kernel->layout(task_.elements).output.count);
  return task_.kernel->error(task_.data->expected, results.bytes().first(output)) <= task_.kernel->tolerance;
}

WorkerReport work(dispatch::Proxy& proxy, const gpu::Device& device, const std::vector<ServedTask>& served,
                  const WorkerOrders& orders) {
  WorkerReport report;
  Places places(orders.depth, served.size());
  try {
    dispatch::Worker worker = proxy.worker(orders.name);  // gone before the places are
    std::mt19937_64 draw(orders.seed);
    for (std::uint64_t task = 0; task < orders.tasks && !*orders.stop; ++task) {
      Places::Place& place = places.await();
      look_at(place, served, report);
      const std::size_t kind = draw() % served.size();
      std::optional<gpu::Buffer>& results = place.results[kind];
      if (!results) {
        results.emplace(served[kind].results(device));
      }
      dispatch::ProxyTask once = served[kind].once(
          *results, [&places, &place](const dispatch::Outcome& outcome) { places.end(place, outcome); });
      places.begin(place, kind);
      worker.submit(std::move(once));
    }
    worker.drain();
  } catch (const dispatch::Stopped&) {
    // told to
  } catch (const DeviceError& error) {
    report.complaint = error.what();
  }
  for (Places::Place& place : places.all()) {
    if (!place.busy) {
      look_at(place, served, report);
    }
  }
  return report;
}

}  // namespace warpshop::cli
