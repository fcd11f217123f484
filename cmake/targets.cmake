# One library per folder; what it links is what it may include (tests/architecture checks the includes themselves).
function(warpshop_library name folder)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.cpp)
  add_library(warpshop_${name} STATIC ${sources})
  target_link_libraries(warpshop_${name} PUBLIC $<BUILD_INTERFACE:warpshop_options> ${ARGN})
endfunction()

# Templates that many sources compile are in a program once: as the first object in the link has them, so that what prints
# must not be the first. It would slow simulations down by half again, where tests are built.
function(warpshop_links_fast_code_first program)
  foreach(library evaluate order share model stats)
    target_sources(${program} PRIVATE $<TARGET_OBJECTS:warpshop_${library}>)
  endforeach()
endfunction()

warpshop_library(stats sim/stats)
warpshop_library(learn sim/learn warpshop_stats)
warpshop_library(model sim/model warpshop_stats)
warpshop_library(host sim/host warpshop_model warpshop_learn)
warpshop_library(evaluate sim/evaluate warpshop_model)
warpshop_library(order sim/order warpshop_evaluate)
warpshop_library(share sim/share warpshop_evaluate)
warpshop_library(split sim/split warpshop_model)
warpshop_library(place sim/place warpshop_model)
warpshop_library(study sim/study warpshop_order warpshop_share warpshop_place warpshop_split warpshop_learn warpshop_files warpshop_fmt Threads::Threads)
target_sources(warpshop_study PRIVATE ${PROJECT_BINARY_DIR}/embedded_explanations.cpp)
warpshop_library(result sim/result warpshop_model)
warpshop_library(io sim/io warpshop_result nlohmann_json::nlohmann_json warpshop_yaml warpshop_zlib warpshop_sqlite warpshop_fmt)
warpshop_library(files sim/files warpshop_io warpshop_zlib warpshop_fmt)
target_sources(warpshop_files PRIVATE ${PROJECT_BINARY_DIR}/embedded_devices.cpp)
target_sources(warpshop_io PRIVATE ${PROJECT_BINARY_DIR}/embedded_chips.cpp)
warpshop_library(report sim/report warpshop_result warpshop_fmt)
if(WARPSHOP_REPLAY)
  warpshop_library(replay sim/replay warpshop_evaluate PkgConfig::SIMGRID)
  target_compile_definitions(warpshop_replay PRIVATE WARPSHOP_SIMGRID_CONTEXTS="${WARPSHOP_SIMGRID_CONTEXTS}")
endif()

# Ninja begins in the order of this file: small sources come last, so that no core waits for a large one at the end.
warpshop_library(calibrate calibrate warpshop_model warpshop_kernels warpshop_stats warpshop_fmt)
warpshop_library(dispatch dispatch warpshop_model warpshop_kernels warpshop_stats warpshop_fmt)

file(GLOB cli_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/cli/*.cpp)
list(FILTER cli_sources EXCLUDE REGEX "/(main|engines_with(out)?_replay)\\.cpp$")
add_library(warpshop_cli STATIC ${cli_sources}
                                ${PROJECT_SOURCE_DIR}/cli/engines_$<IF:$<BOOL:${WARPSHOP_REPLAY}>,with,without>_replay.cpp)
target_link_libraries(warpshop_cli PUBLIC warpshop_options warpshop_study warpshop_split warpshop_host warpshop_files warpshop_report warpshop_calibrate warpshop_dispatch CLI11::CLI11
                                          Threads::Threads $<$<BOOL:${WARPSHOP_REPLAY}>:warpshop_replay>)

# Kernels and the device they run on; the CUDA half where there is a toolkit.
file(GLOB kernel_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/kernels/*.cpp ${PROJECT_SOURCE_DIR}/kernels/gpu/*.cpp
     ${PROJECT_SOURCE_DIR}/kernels/gpu/host/*.cpp)
list(FILTER kernel_sources EXCLUDE REGEX "/backend_with(out)?_(cuda|opencl)\\.cpp$")
add_library(warpshop_kernels STATIC ${kernel_sources}
            ${PROJECT_SOURCE_DIR}/kernels/backend_$<IF:$<BOOL:${WARPSHOP_HAS_CUDA}>,with,without>_cuda.cpp
            ${PROJECT_SOURCE_DIR}/kernels/backend_$<IF:$<BOOL:${WARPSHOP_HAS_OPENCL}>,with,without>_opencl.cpp)
target_link_libraries(warpshop_kernels PUBLIC $<BUILD_INTERFACE:warpshop_options> warpshop_model Threads::Threads)
set_target_properties(warpshop_kernels PROPERTIES UNITY_BUILD OFF) # every kernel has a Body, a layout(), a fill() …
if(CMAKE_UNITY_BUILD)
  # So what they all begin with is looked through once: it takes three times as long as they do.
  target_precompile_headers(warpshop_kernels PRIVATE <algorithm> <array> <cstdint> <functional> <map> <optional> <span> <string>
                            <string_view> <vector>)
endif()
if(WARPSHOP_HAS_CUDA)
  file(GLOB cuda_kernels CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/kernels/*.cu)
  if(CMAKE_UNITY_BUILD)
    set(half 0)
    # Half of them at once: nvcc takes four times as long over each by itself.
    foreach(kernel IN LISTS cuda_kernels)
      math(EXPR half "(${half} + 1) % 2")
      string(APPEND includes_${half} "#include \"${kernel}\"\n")
    endforeach()
    set(cuda_kernels ${PROJECT_BINARY_DIR}/kernels_0.cu ${PROJECT_BINARY_DIR}/kernels_1.cu)
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/kernels_0.cu CONTENT "${includes_0}")
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/kernels_1.cu CONTENT "${includes_1}")
  endif()
  file(GLOB cuda_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/kernels/gpu/cuda/*.cpp)
  add_library(warpshop_cuda STATIC ${cuda_kernels} ${cuda_sources})
  target_include_directories(warpshop_cuda PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_options(warpshop_cuda PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-Werror=all-warnings>)
  target_link_libraries(warpshop_cuda PUBLIC warpshop_model CUDA::cudart_static)
  target_link_libraries(warpshop_kernels PUBLIC warpshop_cuda)
endif()

if(WARPSHOP_HAS_OPENCL)
  add_library(warpshop_opencl STATIC ${opencl_sources} ${PROJECT_BINARY_DIR}/opencl/embedded_opencl.cpp)
  target_include_directories(warpshop_opencl SYSTEM PUBLIC $<BUILD_INTERFACE:${WARPSHOP_OPENCL_HEADERS}>)
  target_link_libraries(warpshop_opencl PUBLIC $<BUILD_INTERFACE:warpshop_options> warpshop_model ${CMAKE_DL_LIBS})
  target_link_libraries(warpshop_kernels PUBLIC warpshop_opencl)
endif()

add_executable(warpshop ${PROJECT_SOURCE_DIR}/cli/main.cpp)
warpshop_links_fast_code_first(warpshop)
target_link_libraries(warpshop PRIVATE warpshop_cli)
target_compile_definitions(warpshop_cli PRIVATE WARPSHOP_VERSION="${PROJECT_VERSION}")
if(WARPSHOP_STATIC)
  target_link_options(warpshop PRIVATE -Wl,-z,relro,-z,now) # what packages are to have
endif()
install(TARGETS warpshop COMPONENT program)

# The man page and what shells complete, from the command line as the program parses it.
set(manual ${PROJECT_BINARY_DIR}/manual)
add_custom_command(OUTPUT ${manual}/warpshop.1 ${manual}/warpshop ${manual}/_warpshop ${manual}/warpshop.fish
                   COMMAND ${CMAKE_COMMAND} -E make_directory ${manual}
                   COMMAND warpshop --print-man > ${manual}/warpshop.1
                   COMMAND warpshop --print-completion bash > ${manual}/warpshop
                   COMMAND warpshop --print-completion zsh > ${manual}/_warpshop
                   COMMAND warpshop --print-completion fish > ${manual}/warpshop.fish
                   DEPENDS warpshop VERBATIM)
add_custom_target(manual ALL DEPENDS ${manual}/warpshop.1)
include(GNUInstallDirs)
install(FILES ${manual}/warpshop.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT manual)
install(FILES ${manual}/warpshop DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT program)
install(FILES ${manual}/_warpshop DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT manual)
install(FILES ${manual}/warpshop.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT program)

# A sweep on many machines. SimGrid has functions of MPI too: the real ones come first. Sanitizers find leaks in Open MPI.
if(MPI_C_FOUND AND NOT WARPSHOP_SANITIZE AND NOT WARPSHOP_STATIC)
  add_executable(warpshop-mpi ${PROJECT_SOURCE_DIR}/mpi/main.cpp ${PROJECT_SOURCE_DIR}/mpi/mpi_workers.cpp)
  target_compile_definitions(warpshop-mpi PRIVATE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
  target_link_libraries(warpshop-mpi PRIVATE MPI::MPI_C warpshop_cli)
  install(TARGETS warpshop-mpi)
endif()

# Flags, files, printing and what leads from one to the other run once a command: what they gain from more nobody sees,
# what it costs whoever builds does. Searches, models and kernels are elsewhere.
set(run_once warpshop_cli warpshop_dispatch warpshop_files warpshop_io warpshop_report warpshop_result
    warpshop_study warpshop)
if(WARPSHOP_REPLAY)
  list(APPEND run_once warpshop_replay)
endif()
foreach(target IN LISTS run_once)
  target_compile_options(${target} PRIVATE $<$<NOT:$<CONFIG:Debug>>:-O1>)
endforeach()
# GCC stops inlining in a source of more than 10000 instructions that has grown by two fifths. Many sources at once are
# such a source: simulations of clients then take a third longer at -O2, a seventh at -O3.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND NOT WARPSHOP_SANITIZE)
  foreach(target warpshop_evaluate warpshop_share)
    target_compile_options(${target} PRIVATE $<$<NOT:$<CONFIG:Debug>>:--param=inline-unit-growth=300>)
  endforeach()
endif()
# What solves equations is vectorised, to the same bits: the law of co-runs takes half the time in tests.
if(NOT WARPSHOP_SANITIZE)
  target_compile_options(warpshop_stats PRIVATE $<$<CONFIG:None>:-O3>)
endif()
# Where tests are built, what prints and parses flags is not optimised at all: a fifth less to compile.
foreach(target warpshop_cli warpshop_dispatch warpshop_files warpshop_report warpshop_result)
  target_compile_options(${target} PRIVATE $<$<CONFIG:None>:-O0>)
endforeach()
