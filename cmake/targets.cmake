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
if(WARPSHOP_REPLAY)
  warpshop_library(replay sim/replay warpshop_evaluate PkgConfig::SIMGRID)
  target_compile_definitions(warpshop_replay PRIVATE WARPSHOP_SIMGRID_CONTEXTS="${WARPSHOP_SIMGRID_CONTEXTS}")
endif()

file(GLOB cli_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/cli/*.cpp)
list(FILTER cli_sources EXCLUDE REGEX "/(main|engines_with(out)?_replay)\\.cpp$")
add_library(warpshop_cli STATIC ${cli_sources}
                                ${PROJECT_SOURCE_DIR}/cli/engines_$<IF:$<BOOL:${WARPSHOP_REPLAY}>,with,without>_replay.cpp)
target_link_libraries(warpshop_cli PUBLIC warpshop_options warpshop_order warpshop_io warpshop_report CLI11::CLI11
                                          Threads::Threads $<$<BOOL:${WARPSHOP_REPLAY}>:warpshop_replay>)

add_executable(warpshop ${PROJECT_SOURCE_DIR}/cli/main.cpp)
target_link_libraries(warpshop PRIVATE warpshop_cli)
target_compile_definitions(warpshop PRIVATE WARPSHOP_VERSION="${PROJECT_VERSION}")
install(TARGETS warpshop)
