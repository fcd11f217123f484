// What is wrong with a text, at its line and column.
#include <ostream>
#include <string>

#include <gtest/gtest.h>

#include "tests/io/import/report_samples.hpp"
#include "tests/io/mistakes.hpp"

namespace warpshop::io {
namespace {

struct ReportMistake {
  ReportTool tool;
  std::string text;
  std::string message;

  friend std::ostream& operator<<(std::ostream& out, const ReportMistake& mistake) { return out << mistake.message; }
};

constexpr ReportTool kNv = ReportTool::nvbandwidth;
constexpr ReportTool kTest = ReportTool::bandwidth_test;
constexpr ReportTool kQuery = ReportTool::device_query;
constexpr ReportTool kSmi = ReportTool::nvidia_smi;

const std::string kRun = "Running host_to_device_memcpy_ce.\nmemcpy CE CPU(row) -> GPU(column) bandwidth (GB/s)\n";
const std::string kHead = "Host to Device Bandwidth, 1 Device(s)\n PINNED Memory Transfers\n";
const std::string kTable = kHead + "   Transfer Size (Bytes)\tBandwidth(GB/s)\n";
const std::string kDevice = "CUDA Device Query (Runtime API)\nDevice 0: \"X\"\n";
const std::string kGpu = "==============NVSMI LOG==============\nGPU 00000000:1B:00.0\n";

class ReportTextMistake : public testing::TestWithParam<ReportMistake> {};

TEST_P(ReportTextMistake, IsNamedAtItsPlace) {
  const ReportMistake& mistake = GetParam();
  EXPECT_EQ(report_error(mistake.text, mistake.tool), "file:" + mistake.message);
}

INSTANTIATE_TEST_SUITE_P(
    All, ReportTextMistake,
    testing::Values(
        ReportMistake{kNv, "", "1:1: nothing here was written by nvbandwidth, expected the output of nvbandwidth"},
        ReportMistake{kNv, "x\n" + kGpu,
                      "2:1: this is the output of nvidia-smi -q: `warpshop import nvidia-smi file` reads it"},
        ReportMistake{kSmi, "| NVIDIA-SMI 570.86.15   Driver Version: 570.86.15 |",
                      "1:1: this is the table of nvidia-smi, expected the text of `nvidia-smi -q`, which `warpshop "
                      "import nvidia-smi` reads"},
        ReportMistake{kNv,
                      "Running host_to_device_memcpy_sm.\nmemcpy SM CPU(row) -> GPU(column) bandwidth (GB/s)\n 0\n0 "
                      "9\n",
                      "1:1: nvbandwidth says nothing here that a profile can hold, expected a test of copy engines "
                      "between host and GPU, such as `nvbandwidth -t host_to_device_memcpy_ce`"},
        ReportMistake{kNv, kRun + "   0   1\n0  25.31\n",
                      "4:1: a row of host_to_device_memcpy_ce that does not fit the 2 GPUs above it, expected the "
                      "number of the row and a bandwidth for each"},
        ReportMistake{kNv, kRun + "   0\n0  é\n", "4:4: 'é' is no bandwidth, expected a number above 0"},
        ReportMistake{kNv, kRun + "   0\n0  1\n1  2\n",
                      "5:1: a second row of host_to_device_memcpy_ce, expected one, of the host"},
        ReportMistake{kNv, kRun + "   0\n0  1\n\n" + kRun + "   0\n0  2\n",
                      "9:4: a second transfer.pinned.h2d.alone of GPU 0, expected the output of one run"},
        ReportMistake{kNv, kRun + "   0  0\n0  1  1\n",
                      "3:7: '0' is no number of a GPU, or stood here before, expected 0, 1, 2 …"},
        ReportMistake{kNv, "Running host_to_device_memcpy_ce.\nmemcpy CE CPU(row) -> GPU(column) bandwidth (MB/s)\n",
                      "2:1: 'memcpy CE CPU(row) -> GPU(column) bandwidth (MB/s)' is no bandwidth of copy engines in "
                      "GB/s, expected that, under host_to_device_memcpy_ce"},
        ReportMistake{kNv,
                      kRun + "   0\n0  20\n\nRunning host_to_device_bidirectional_memcpy_ce.\nmemcpy CE CPU(row) <-> "
                             "GPU(column) bandwidth (GB/s)\n   0\n0  23\n",
                      "9:4: transfer.pinned.h2d.duplex: is a duplex bandwidth more than 10 % above the 20 GB/s alone, "
                      "expected no more than alone: an opposing copy makes none faster"},
        ReportMistake{kNv,
                      "{\n\"nvbandwidth\": {\"testcases\": [{\"name\": \"host_to_device_memcpy_ce\", \n "
                      "\"bandwidth_description\": \"(GB/s)\", \"bandwidth_matrix\": [[\"-1\"]]}]}}",
                      "3:59: '-1' is no bandwidth, expected a number of GB/s above 0"},
        ReportMistake{kTest, kTable + "   32000000\t12.x\n", "4:13: '12.x' is no bandwidth, expected a number above 0"},
        ReportMistake{kTest, kTable + "   320000 00\t12.4\n",
                      "4:4: no row of a table, expected a size and a bandwidth"},
        ReportMistake{kTest, kTable + "   1000\t0.2\n",
                      "4:9: the bandwidth of the largest copies, and rounded by more than 5 %, expected larger copies"},
        ReportMistake{kTest, kTable + "   32000000\t12.4\n   32000000\t12.5\n",
                      "5:13: a second transfer.pinned.h2d.alone of 32000000 bytes, expected the output of one run"},
        ReportMistake{kTest, "Host to Device Bandwidth, 2 Device(s)\n",
                      "1:27: a sum over devices, expected one at a time, such as `bandwidthTest --device=0`"},
        ReportMistake{kTest, kHead + " Transfer Size (Bytes) Bandwidth(kB/s)\n",
                      "3:2: a table of no known unit, expected Bandwidth(GB/s) or (MB/s)"},
        ReportMistake{kQuery, kDevice + "  Concurrent copy and kernel execution:   No with 0 copy engine(s)\n",
                      "3:43: copies and kernels of this GPU never run at the same time, which no profile can say, "
                      "expected a GPU with a copy engine"},
        ReportMistake{kQuery, kDevice + "  CUDA Capability Major/Minor version number:    9\n",
                      "3:50: '9' is no compute capability, or a second one, expected two numbers such as 9.0"},
        ReportMistake{kQuery, kDevice + "  CUDA Capability Major/Minor version number:    0.5\n",
                      "3:50: '0.5' is no compute capability, or a second one, expected two numbers such as 9.0"},
        ReportMistake{kQuery, kDevice + "  (000) Multiprocessors, (128) CUDA Cores/MP:    0 CUDA Cores\n",
                      "3:4: '000' is no number that fits, expected 1 to 2000"},
        ReportMistake{kQuery, kDevice + "Device 0: \"Y\"\n", "3:1: a second device 0, expected the output of one run"},
        ReportMistake{kQuery, "CUDA Device Query (Runtime API)\nResult = FAIL\n",
                      "1:1: deviceQuery says nothing here that a profile can hold, expected a GPU, such as Device 0: "
                      "\"Tesla T4\""},
        ReportMistake{kSmi, kGpu + "    FB Memory Usage\n        Total   : 24268 MB\n",
                      "4:19: '24268 MB' is no number that fits, expected one with MiB"},
        ReportMistake{kSmi, kGpu + "    FB Memory Usage\n        Total   : 20 MiB\n        Reserved   : 20 MiB\n",
                      "4:19: '20 MiB' is no memory that a GPU has beside 20 MiB that are reserved, expected more"},
        ReportMistake{kSmi, "==============NVSMI LOG==============\nAttached GPUs   : 0\n",
                      "1:1: nvidia-smi -q says nothing here that a profile can hold, expected a GPU, such as GPU "
                      "00000000:1B:00.0"}));

TEST(ReportTextMistake, AProfileThatIsSuchATextSaysWhichImportReadsIt) {
  EXPECT_EQ(device_error("\n" + kGpu + "    Product Name      : NVIDIA H100 PCIe\n"),
            "file:2:1: this is the output of nvidia-smi -q: `warpshop import nvidia-smi file` reads it");
  EXPECT_EQ(device_error(report_sample("nvbandwidth-h200.json").bytes),
            "file:2:2: this is the output of nvbandwidth: `warpshop import nvbandwidth file` reads it");
  EXPECT_EQ(device_error("schema: warpshop.device/1\nname: [\n").substr(0, 7), "file:3:");  // none of them
}

TEST(ReportTextMistake, OutputsOfSeveralToolsInOneTextAreEachRead) {
  const std::string both = report_sample("devicequery-v100.txt").bytes + kTable + "   32000000\t12.4\n";
  const ReportedGpus bandwidths = gpus_of(checked_text(both, "file"), kTest);
  EXPECT_EQ(bandwidths.gpus.front().figures.at("transfer.pinned.h2d.alone").value, 12.4e9);
  EXPECT_EQ(gpus_of(checked_text(both, "file"), kQuery).gpus.front().figures.at("sm.count").value, 80);
}

}  // namespace
}  // namespace warpshop::io
