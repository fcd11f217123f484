# One library per folder; what it links is what it may include (tests/architecture checks the includes themselves).
function(warpshop_library name folder)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.cpp)
  add_library(warpshop_${name} STATIC ${sources})
  target_link_libraries(warpshop_${name} PUBLIC warpshop_options ${ARGN})
endfunction()

warpshop_library(model sim/model)
warpshop_library(evaluate sim/evaluate warpshop_model)
warpshop_library(order sim/order warpshop_evaluate)
warpshop_library(io sim/io warpshop_model nlohmann_json::nlohmann_json PkgConfig::YAML_CPP fmt::fmt)
target_sources(warpshop_io PRIVATE ${PROJECT_BINARY_DIR}/embedded_devices.cpp)
warpshop_library(report sim/report warpshop_model fmt::fmt)
