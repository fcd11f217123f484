#include "tests/support/slow_server.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>

namespace warpshop::test {
namespace {

constexpr double kStepMs = 1.0 / 256;

/// A query, as the one who wrote down the rules would keep books of it.
struct Book {
  bool arrived = false, started = false, ended = false;
  double start = 0, done = 0, done_at_tick = 0, next_tick = 0;
  double cores = 0, ways = 0;  // busy
  ProcessorPart first, wants, has;
  double bound = 0, predicted = 0, predicted_ipc = 0;
};

struct Books {
  double now = 0;
  std::vector<Book> queries;
  std::vector<std::size_t> order;  // in which they started
  std::vector<host::Running> best_effort;
};

double amdahl(double part, int cores) {
  return 1 / ((1 - part) + part / cores);
}

SlowServer::Outcome stepped(const SlowServer& server, const std::function<void(Books&)>& rule) {
  Books books{.queries = std::vector<Book>(server.queries.size())};
  for (const host::BestEffortApplication& each : server.best_effort) {
    books.best_effort.push_back({each.use, 0, 0});
  }
  SlowServer::Outcome outcome{std::vector<double>(server.queries.size()),
                              std::vector<double>(server.best_effort.size())};
  std::size_t ended = 0;
  for (long step = 0; ended < server.queries.size(); ++step) {
    books.now = static_cast<double>(step) * kStepMs;
    for (std::size_t i = 0; i < server.queries.size(); ++i) {
      books.queries[i].arrived = server.queries[i].arrived.count() <= books.now;
    }
    rule(books);
    std::vector<host::Running> running = books.best_effort;
    for (const std::size_t i : books.order) {
      running.push_back({server.application.use, books.queries[i].cores, books.queries[i].ways});
    }
    const std::vector<double> speeds = slow_speeds(server.processor, running);
    for (std::size_t i = 0; i < server.best_effort.size(); ++i) {
      outcome.best_effort_ms[i] += speeds[i] * kStepMs;
    }
    std::size_t place = server.best_effort.size();
    for (const std::size_t i : std::vector<std::size_t>(books.order)) {
      Book& book = books.queries[i];
      const double all = server.queries[i].size * server.application.mean.count() * server.application.ipc;
      const auto phase = std::min<std::size_t>(host::kPhases - 1, static_cast<std::size_t>(4 * book.done / all));
      book.done += speeds[place++] * server.application.ipc * server.queries[i].phases[phase] * kStepMs;
      if (book.done >= all) {
        book.ended = true;
        outcome.latencies_ms[i] = books.now + kStepMs - server.queries[i].arrived.count();
        books.order.erase(std::find(books.order.begin(), books.order.end(), i));
        ++ended;
      }
    }
  }
  return outcome;
}

}  // namespace

std::vector<double> slow_speeds(const host::Processor& processor, std::span<const host::Running> running) {
  std::vector<double> found(running.size());
  double low = 1;
  double high = 1e6;
  for (int halving = 0; halving < 100; ++halving) {
    const double wait = std::sqrt(low * high);
    double moved = 0;
    for (std::size_t i = 0; i < running.size(); ++i) {
      const double ways = std::min<double>(std::max(running[i].ways, 1.0), processor.all.ways);
      const double per_way = (1 / ways - 1.0 / processor.all.ways) / (1 - 1.0 / processor.all.ways);
      const double misses = 1 + per_way * (running[i].use.most_misses - 1);
      found[i] = running[i].cores / ((1 + running[i].use.part * misses * wait) / (1 + running[i].use.part));
      moved += found[i] * misses * running[i].use.traffic.value;
    }
    // Part u in use makes waits of 1 / (1 - u).
    (moved / processor.memory.value > 1 - 1 / wait ? low : high) = wait;
  }
  return found;
}

SlowServer::Outcome SlowServer::under_os(std::span<const int> copies, double crowding_loss) const {
  return stepped(*this, [&](Books& books) {
    for (std::size_t i = 0; i < queries.size(); ++i) {
      if (books.queries[i].arrived && !books.queries[i].started) {
        books.queries[i].started = true;
        books.order.push_back(i);
      }
    }
    const double threads_of_query = amdahl(application.parallel_part, processor.all.cores);
    double threads = threads_of_query * static_cast<double>(books.order.size());
    for (const int some : copies) {
      threads += some;
    }
    const double turn = threads > processor.all.cores ? processor.all.cores / threads : 1;
    double traffic = 0;
    for (std::size_t i = 0; i < copies.size(); ++i) {
      books.best_effort[i].cores = copies[i] * turn;
      traffic += books.best_effort[i].cores * best_effort[i].use.traffic.value;
    }
    for (const std::size_t i : books.order) {
      books.queries[i].cores = threads_of_query * turn * (1 - crowding_loss * (1 - turn));
      traffic += books.queries[i].cores * application.use.traffic.value;
    }
    for (host::Running& each : books.best_effort) {
      each.ways = processor.all.ways * each.cores * each.use.traffic.value / traffic;
    }
    for (const std::size_t i : books.order) {
      books.queries[i].ways = processor.all.ways * books.queries[i].cores * application.use.traffic.value / traffic;
    }
  });
}

SlowServer::Outcome SlowServer::under_emu(const host::QueryPredictor& predictor,
                                          const host::EmuSettings& settings) const {
  const ProcessorPart all = processor.all;
  const double target = settings.target.count();
  const double interval = settings.interval.count();
  return stepped(*this, [&](Books& books) {
    int cores = all.cores;
    int ways = all.ways;
    for (const std::size_t i : books.order) {
      Book& book = books.queries[i];
      const double run = books.now - book.start;
      if (books.now >= book.next_tick) {
        ProcessorPart next = all;
        if (run < book.bound) {
          const double ipc = (book.done - book.done_at_tick) / interval;
          const double required = (book.predicted_ipc * book.predicted - book.done) / (book.bound - run);
          const double factor = std::max(required / ipc, book.predicted_ipc / ipc);
          const int more = factor > 1 ? 1 : 0;
          next.cores = static_cast<int>(std::min<double>(all.cores, std::round(book.has.cores * factor + more)));
          next.ways = static_cast<int>(std::min<double>(all.ways, std::round(book.has.ways * factor + more)));
          next.cores = std::max(next.cores, book.first.cores);
          next.ways = std::max(next.ways, book.first.ways);
        }
        book.wants.cores = settings.adjusts_cores ? next.cores : book.wants.cores;
        book.wants.ways = settings.adjusts_ways ? next.ways : book.wants.ways;
        book.done_at_tick = book.done;
        book.next_tick += interval;
      }
      book.has.cores = std::min(book.has.cores, book.wants.cores);
      book.has.ways = std::min(book.has.ways, book.wants.ways);
      cores -= book.has.cores;
      ways -= book.has.ways;
    }
    const auto give = [&](Book& book) {
      while (book.has.cores < book.wants.cores && cores > 0) {
        ++book.has.cores;
        --cores;
      }
      while (book.has.ways < book.wants.ways && ways > 0) {
        ++book.has.ways;
        --ways;
      }
    };
    for (const std::size_t i : books.order) {
      give(books.queries[i]);
    }
    for (std::size_t i = 0; i < queries.size() && cores > 0 && ways > 0; ++i) {
      Book& book = books.queries[i];
      if (book.arrived && !book.started) {
        book.started = true;
        book.start = books.now;
        book.next_tick = books.now + interval;
        book.bound = target - (books.now - queries[i].arrived.count());
        const auto safe = [&](ProcessorPart grant) {
          return predictor.duration(queries[i].size, grant).count() < 0.8 * book.bound;
        };
        book.first = all;
        for (int c = all.cores; c >= 1; --c) {
          book.first.cores = safe({c, all.ways}) ? c : book.first.cores;
        }
        for (int w = all.ways; w >= 1 && safe({book.first.cores, all.ways}); --w) {
          book.first.ways = safe({book.first.cores, w}) ? w : book.first.ways;
        }
        book.wants = book.first;
        book.predicted = predictor.duration(queries[i].size, book.first).count();
        book.predicted_ipc = predictor.ipc(queries[i].size, book.first);
        books.order.push_back(i);
        give(book);
      }
    }
    for (const std::size_t i : books.order) {
      Book& book = books.queries[i];
      book.cores = amdahl(application.parallel_part, book.has.cores);
      book.ways = book.has.ways;
    }
    const bool left = cores > 0 && ways > 0;
    books.best_effort.front().cores = left ? cores : 0;
    books.best_effort.front().ways = left ? ways : 0;
  });
}

}  // namespace warpshop::test
