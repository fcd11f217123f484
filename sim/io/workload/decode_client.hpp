#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sim/io/workload/client_values.hpp"
#include "sim/io/workload/decode_task.hpp"
#include "sim/io/workload/imported_request.hpp"
#include "sim/io/yaml/group_reader.hpp"
#include "sim/io/yaml/yaml_node.hpp"
#include "sim/model/client.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::io {

/// One entry of `clients`. Appends the client to those of the workload, the tasks of its streams to the tasks, and the
/// marks of their names. Throws InputError.
void decode_client(const YamlNode& node, Workload& workload, NameMarks& marks);

/// What can be said only once the whole file has been read: names, and how many requests arrive until the horizon.
/// Throws InputError.
void check_clients(const Workload& workload, const NameMarks& marks);

/// Whether an entry may have a key that is called so.
bool is_client_key(std::string_view text);

/// A task of a request, before it is one of a stream.
struct RequestTask {
  std::optional<CopySpec> h2d;
  std::optional<KernelSpec> kernel;
  std::optional<CopySpec> d2h;
  std::optional<std::variant<Millis, Bytes>> host;
  std::optional<Millis> lag;  ///< of all but the first: how long after the end of the one before it
  Mark mark;
};

/// Its tasks, one after the other; one alone stands without a list. Or those of another workload.
struct Request {
  std::vector<RequestTask> chain;
  std::optional<ImportedRequest> imported = {};  ///< to write one takes no more than where it is from
  Mark mark = {};

  bool has_value() const { return !chain.empty() || imported; }  ///< for is_missing()
  std::size_t size() const { return imported ? imported->tasks.size() : chain.size(); }
};

/// What an entry of `clients` says. `client` is without its tasks, mark and class.
struct ClientEntry {
  Client client;
  Request request;
  std::optional<ClientClass> kind;
  std::string family;  ///< of its tasks; empty: they have the client's name
};

/// online, if its goal is a latency, or it has a reservation.
ClientClass default_class(const Client& client);

/// The other way round: an entry that decode_client() takes for a client and its tasks.
ClientEntry entry_of(const Workload& workload, const Client& client);

std::string_view fields(RequestTask& task, const auto& visit) {
  visit("h2d", task.h2d);
  visit("kernel", task.kernel);
  visit("d2h", task.d2h);
  visit("host", task.host);
  visit("lag", task.lag);
  return "a task of a request";
}

std::string_view fields(ClientEntry& entry, const auto& visit) {
  visit("name", entry.client.name, Needed{});
  visit("arrivals", entry.client.arrivals, Needed{});
  visit("request", entry.request, Needed{});
  visit("goal", entry.client.goal);
  visit("class", entry.kind);
  visit("family", entry.family);
  visit("streams", entry.client.streams, Count{.high = kMostStreams, .otherwise = 1});
  visit("priority", entry.client.priority, Count{.low = 0, .otherwise = 0});
  visit("reservation", entry.client.reservation);
  visit("quota", entry.client.quota);
  visit("credit", entry.client.credit, Count{.high = kMostCredit, .otherwise = kUsualCredit});
  visit("cpu_credit", entry.client.cpu_credit, Count{.high = kMostCredit, .otherwise = kUsualCpuCredit});
  visit("demand", entry.client.demand);
  return "a client";
}

}  // namespace warpshop::io
