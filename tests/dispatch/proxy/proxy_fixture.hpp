#pragma once

#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include "tests/dispatch/proxy/proxy_tasks.hpp"

namespace warpshop::test {

/// A proxy with one worker, and tasks for it.
class ProxyTest : public testing::Test {
 protected:
  dispatch::ProxyTask good(std::size_t i) {
    dispatch::ProxyTask task = additions.task(i);
    task.done = heard.callback();
    return task;
  }
  dispatch::ProxyTask throwing() {
    dispatch::ProxyTask task = additions.task(0);
    task.launch = [](const gpu::Stream&, std::byte*, std::byte*) { throw std::runtime_error("no kernel today"); };
    task.done = heard.callback();
    return task;
  }
  void expect_failed(dispatch::TaskId id, const std::string& error) const {
    EXPECT_EQ(heard.of(id).kind, dispatch::Outcome::Kind::failed);
    EXPECT_EQ(heard.of(id).error, error);
  }

  gpu::Device device = fast_device();
  Additions additions{device, 20};
  Heard heard;
  dispatch::Proxy proxy{device, fast_profile(), by_neh_gpu};
  dispatch::Worker worker = proxy.worker("worker");
};

}  // namespace warpshop::test
