#include "sim/io/workload/decode_client.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "sim/io/yaml/values.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::io {
namespace {

/// How long after the one before it a task starts: the host waits for its end, and then works.
Predecessor after_the_one_before(const RequestTask& task, std::string name) {
  Predecessor before{.task = std::move(name), .lag = task.lag.value_or(Millis{0})};
  if (task.host) {
    before.lag += std::get<Millis>(*task.host);
  }
  before.stated = (task.lag || task.host) && before.lag == Millis{0};
  return before;
}

/// Throws InputError.
void check_request_task(const YamlNode& node, const RequestTask& task, bool is_first) {
  if (!task.h2d && !task.kernel && !task.d2h) {
    refuse(node, "a task of a request without a stage, expected h2d, kernel or d2h");
  }
  if (is_first && task.lag) {
    refuse(*find_value(node, "lag"),
           "a lag of the first task of a request, expected it of one that comes after another");
  }
  if (!is_first && task.host && std::holds_alternative<Bytes>(*task.host)) {
    refuse_value(*find_value(node, "host"), "is a size, in a task that comes after another", "a duration such as 2 ms");
  }
  if (!is_first && after_the_one_before(task, "").lag > kLongestDuration) {
    refuse(node, "a lag and a time of the host that are too long together, expected up to 1e15 ms");
  }
}

}  // namespace

/// One task, or a list of them.
static void read_field(const YamlNode& node, Request& request, const Measured& /*at*/) {
  request.mark = node.mark;
  if (is_imported_request(node)) {
    request.imported = imported_request(node);
    return;
  }
  const std::size_t tasks = node.kind == NodeKind::sequence ? node.children.size() : 1;
  if (tasks == 0) {
    refuse(node, "a request without tasks, expected at least one");
  }
  request.chain.reserve(tasks);
  for (std::size_t i = 0; i < tasks; ++i) {
    const YamlNode& element = node.kind == NodeKind::sequence ? node.children[i] : node;
    request.chain.push_back(group_of<RequestTask>(element));
    request.chain.back().mark = element.mark;
    check_request_task(element, request.chain.back(), i == 0);
  }
}

namespace {

/// What the tasks of a client are called: `chat`, `chat/2` the second of a request, `chat@3/2` that of stream 3.
std::string task_name(const Client& client, std::size_t tasks, std::size_t stream, std::size_t position) {
  std::string name = client.name;
  if (client.streams > 1) {
    name += fmt::format("@{}", stream + 1);
  }
  if (tasks > 1) {
    name += fmt::format("/{}", position + 1);
  }
  return name;
}

/// A task of a request, as one of a stream's.
Task task_of(const RequestTask& request, const std::string& name, const std::string& family) {
  Task task;
  task.name = name;
  task.h2d = request.h2d;
  task.kernel = request.kernel;
  task.d2h = request.d2h;
  task.family = family;
  task.mark = request.mark;
  return task;
}

/// How many arrive, or are to be expected; of users who wait for answers nobody knows: 0.
double requests_until(Millis horizon, const Arrivals& arrivals) {
  if (const auto* poisson = std::get_if<PoissonArrivals>(&arrivals)) {
    return poisson->rate.value * std::chrono::duration<double>(horizon).count();
  }
  if (const auto* periodic = std::get_if<PeriodicArrivals>(&arrivals)) {
    return (horizon - periodic->offset) / periodic->period;
  }
  if (const auto* recorded = std::get_if<RecordedArrivals>(&arrivals)) {
    return static_cast<double>(recorded->times.size());
  }
  const auto* at_once = std::get_if<ArrivalsAtOnce>(&arrivals);
  return at_once != nullptr ? static_cast<double>(at_once->requests) : 0;
}

/// What the host does before a task that comes after another is a lag, see after_the_one_before().
void wait_for_host(Task& task) {
  for (Predecessor& before : task.after) {
    before.lag += std::get<Millis>(*task.host);
    before.stated = before.lag == Millis{0};
  }
  task.host.reset();
}

/// The tasks of an imported request, as those of a stream: each comes after the one before it as well.
void add_imported(Workload& workload, const Client& client, const Request& request, const std::string& family,
                  std::size_t stream) {
  const std::vector<Task>& tasks = request.imported->tasks;
  std::map<std::string_view, std::string> names;  // in this stream
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    Task task = tasks[i];
    const std::string own = task_name(client, tasks.size(), stream, i);
    for (Predecessor& before : task.after) {
      before.task = names.at(before.task);
    }
    const auto is_before = [&](const Predecessor& before) { return before.task == workload.tasks.back().name; };
    if (i > 0 && std::none_of(task.after.begin(), task.after.end(), is_before)) {
      task.after.push_back({.task = workload.tasks.back().name});
    }
    if (i > 0 && task.host) {
      wait_for_host(task);
    }
    names.emplace(tasks[i].name, own);
    task.name = own;
    task.family = family;
    task.job.clear();
    task.mark = request.mark;
    for (auto* copy : {&task.h2d, &task.d2h}) {
      if (*copy) {
        (*copy)->mark = request.mark;
      }
    }
    if (task.kernel) {
      task.kernel->mark = request.mark;
    }
    workload.tasks.push_back(std::move(task));
  }
}

void add_stream(Workload& workload, const Client& client, const Request& request, const std::string& family,
                std::size_t stream) {
  for (std::size_t i = 0; i < request.chain.size(); ++i) {
    const RequestTask& asked = request.chain[i];
    Task task = task_of(asked, task_name(client, request.chain.size(), stream, i), family);
    if (i == 0) {
      task.host = asked.host;
    } else {
      task.after = {after_the_one_before(asked, workload.tasks.back().name)};
    }
    workload.tasks.push_back(std::move(task));
  }
}

std::string_view without_trailing_spaces(std::string_view name) {
  const std::size_t last = name.find_last_not_of(' ');
  return name.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

}  // namespace

void check_clients(const Workload& workload, const NameMarks& marks) {
  std::map<std::string_view, const Client*> taken;  // by name, without spaces at its end
  for (const Client& client : workload.clients.all) {
    const Mark named = marks.tasks[client.tasks.first];
    const std::string_view name = without_trailing_spaces(client.name);
    if (const auto [other, is_new] = taken.emplace(name, &client); !is_new) {
      const Mark line = marks.tasks[other->second->tasks.first];
      throw InputError(
          workload.file, named,
          fmt::format("the name {} is {} the client in line {}, expected a name of its own", in_quotes(client.name),
                      other->second->name == client.name ? "taken by" : "but for spaces at its end that of",
                      line.line));
    }
    if (requests_until(workload.clients.horizon, client.arrivals) > static_cast<double>(kMostRequests)) {
      throw InputError(workload.file, client.mark,
                       fmt::format("the client {} has more than {} requests until the horizon, expected at most that",
                                   in_quotes(client.name), kMostRequests));
    }
  }
}

ClientClass default_class(const Client& client) {
  const bool waits = client.reservation || (client.goal && std::holds_alternative<LatencyGoal>(*client.goal));
  return waits ? ClientClass::online : ClientClass::offline;
}

bool is_client_key(std::string_view text) {
  const std::vector<std::string_view>& keys = keys_of<ClientEntry>().keys;
  return std::find(keys.begin(), keys.end(), text) != keys.end();
}

namespace {

/// Requests that were recorded are all of one device. Throws InputError.
void take_recording(Workload& workload, Client& client, const ImportedRequest& request, const YamlNode& node) {
  client.from = request.from;
  if (request.recorded_on.empty()) {
    return;
  }
  if (!workload.recorded_on.empty() && workload.recorded_on != request.recorded_on) {
    refuse(node, fmt::format("it was recorded on {}, and the requests of another client on {}, expected one device",
                             in_quotes(request.recorded_on), in_quotes(workload.recorded_on)));
  }
  workload.recorded_on = request.recorded_on;
}

/// Throws InputError: a reservation or a quota that its class does not go with.
void check_sms(const Client& client, const YamlNode& node) {
  if (client.reservation && client.quota) {
    refuse(node, "a client with a reservation and a quota, expected one of them");
  }
  if (client.reservation && client.kind == ClientClass::offline) {
    refuse(*find_value(node, "reservation"), "a reservation of an offline client, expected a quota, or class: online");
  }
  if (client.quota && client.kind == ClientClass::online) {
    refuse(*find_value(node, "quota"), "a quota of an online client, expected a reservation, or class: offline");
  }
}

}  // namespace

void decode_client(const YamlNode& node, Workload& workload, NameMarks& marks) {
  auto [client, request, kind, family] = group_of<ClientEntry>(node);
  const std::size_t tasks = request.size();
  if (client.streams > (kMostTasks - workload.tasks.size()) / tasks) {
    refuse(node, "more than 10000000 tasks in the streams of clients, expected at most that");
  }
  if (request.imported) {
    take_recording(workload, client, *request.imported, *find_value(node, "request"));
  }
  client.mark = node.mark;
  client.kind = kind.value_or(default_class(client));
  check_sms(client, node);
  client.tasks = {static_cast<std::uint32_t>(workload.tasks.size()),
                  static_cast<std::uint32_t>(client.streams * tasks)};
  const Mark named = find_value(node, "name")->mark;
  for (std::size_t stream = 0; stream < client.streams; ++stream) {
    const std::size_t before = workload.tasks.size();
    (request.imported ? add_imported : add_stream)(workload, client, request, family.empty() ? client.name : family,
                                                   stream);
    marks.tasks.insert(marks.tasks.end(), tasks, named);
    for (std::size_t task = before; task < workload.tasks.size(); ++task) {
      marks.after.insert(marks.after.end(), workload.tasks[task].after.size(), named);
    }
  }
  workload.clients.all.push_back(std::move(client));
}

ClientEntry entry_of(const Workload& workload, const Client& client) {
  ClientEntry entry{.client = client, .request = {}, .kind = client.kind, .family = {}};
  if (entry.kind == default_class(client)) {
    entry.kind.reset();
  }
  if (client.from) {
    entry.request.imported = ImportedRequest{.from = *client.from};
    const std::string& family = workload.tasks[client.tasks.first].family;
    entry.family = family == client.name ? "" : family;
    return entry;
  }
  entry.request.chain.reserve(client.stages());
  for (std::uint32_t i = 0; i < client.stages(); ++i) {
    const Task& task = workload.tasks[client.tasks.first + i];
    RequestTask& request = entry.request.chain.emplace_back();
    request = {
        .h2d = task.h2d, .kernel = task.kernel, .d2h = task.d2h, .host = task.host, .lag = {}, .mark = task.mark};
    if (i > 0 && (task.after.front().lag > Millis{0} || task.after.front().stated)) {
      request.lag = task.after.front().lag;
    }
    entry.family = task.family == client.name ? "" : task.family;
  }
  return entry;
}

}  // namespace warpshop::io
