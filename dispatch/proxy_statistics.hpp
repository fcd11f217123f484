#pragma once

#include "sim/model/proxy_statistics.hpp"
