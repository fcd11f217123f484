#include "tests/fuzz/fuzz_metrics.hpp"

#include <cmath>
#include <set>
#include <sstream>

#include "sim/io/import/metric_samples.hpp"
#include "sim/io/json/described_json.hpp"
#include "sim/report/described_csv.hpp"
#include "sim/report/series_table.hpp"
#include "tests/fuzz/expect.hpp"

namespace warpshop::test {

bool fuzz_metrics(const std::string& text) {
  std::istringstream stream(text);
  try {
    const ImportedSeries imported{kMutant, io::read_metric_samples(stream, kMutant), "1"};
    std::set<std::string> names;
    for (const MetricSeries& series : imported.series) {
      expect(names.insert(series.kernel).second, "a kernel that is there twice");
      expect(series.every > Millis{0} && std::isfinite(series.every.count()), "samples at no distance");
      expect(series.samples.size() == series.metrics.size() && !series.metrics.empty(), "metrics without samples");
      for (const std::vector<double>& samples : series.samples) {
        expect(samples.size() == series.samples.front().size() && samples.size() >= 2, "samples that are missing");
        for (const double sample : samples) {
          expect(sample >= 0 && std::isfinite(sample) && !std::signbit(sample), "a sample that is none");
        }
      }
    }
    std::ostringstream json;
    io::print(json, format::Json{}, imported);
    expect_json(json.str(), "series");
    std::ostringstream csv;
    report::print(csv, format::Csv{}, imported);
    std::ostringstream table;
    report::print(table, format::Table{}, imported);
    expect_text(table.str(), "a table");
    return true;
  } catch (const InputError& error) {
    const std::string_view message = error.message();
    if (!message.starts_with("is empty") && !message.starts_with("holds no ")) {
      expect_place(error, kMutant);
    }
    expect_text(error.what(), "a message");
    return false;
  }
}

std::vector<std::string> metrics_seeds() {
  return {
      "kernel,time_ms,ipc,dram_read_throughput\na,0,1.5,20\na,70,1.25,21\nb,0,0.5,100\na,140,1e-3,0\nb,70,0.25,99\n",
      "# by hand\n\"time_ns\",\"kernel\",\"ipc\"\n0,\"void copy<float, 4>(\"\"x\"\")\",2\r\n"
      "1000000,\"void copy<float, 4>(\"\"x\"\")\",3\r\n",
      "time_s,ipc,kernel\n1,0,k\n1.07,0.5,k\n\n1.14,0.25,k\n", "time_us,kernel,ipc,ipc2\n10,a,1,2\n80,a,3,4\n"};
}

}  // namespace warpshop::test
