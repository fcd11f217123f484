# What every target of ours is compiled with.
add_library(warpshop_options INTERFACE)
target_include_directories(warpshop_options INTERFACE ${PROJECT_SOURCE_DIR})
# For the C++ compiler alone: nvcc has flags of its own (cmake/targets.cmake).
function(warpshop_cxx_options)
  target_compile_options(warpshop_options INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:${ARGN}>")
endfunction()
# The same figures to the last bit on every machine: no fused multiply-add behind our back.
warpshop_cxx_options(-ffp-contract=off)
warpshop_cxx_options(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Woverloaded-virtual
                     # Designated initializers leave out what has a default.
                     -Wno-missing-field-initializers)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # At -O3 it sees overlaps in std::string's own code (GCC bug 105651), and vectors freed that nobody made. Only there,
  # since clang-tidy does not know it.
  warpshop_cxx_options($<$<CONFIG:Release>:-Wno-restrict> $<$<CONFIG:Release>:-Wno-free-nonheap-object>)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # It collects its garbage from 1 GB on, not from 128 MB on: a tenth less time, up to 300 MB more of memory.
  warpshop_cxx_options(--param=ggc-min-heapsize=1000000)
endif()
option(WARPSHOP_WARNINGS_AS_ERRORS "Warnings are errors" OFF)
if(WARPSHOP_WARNINGS_AS_ERRORS)
  warpshop_cxx_options(-Werror)
endif()
if(WARPSHOP_SANITIZE)
  warpshop_cxx_options(-fsanitize=${WARPSHOP_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  # UBSan looks at the program, not at its tests: gtest's and rapidcheck's templates take half as long again with it.
  target_compile_options(warpshop_options INTERFACE
                         "$<$<BOOL:$<TARGET_PROPERTY:WARPSHOP_TEST_CODE>>:-fno-sanitize=undefined>")
  target_link_options(warpshop_options INTERFACE -fsanitize=${WARPSHOP_SANITIZE})
  # What nobody set is no lucky 0, but the same nonsense every time. std::chrono::duration leaves its count unset.
  warpshop_cxx_options(-ftrivial-auto-var-init=pattern)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # Instrumented code makes g++ warn of optionals that hold nothing, and of what that option sets.
    warpshop_cxx_options(-Wno-uninitialized -Wno-maybe-uninitialized)
  endif()
  if(WARPSHOP_SANITIZE MATCHES thread)
    # SimGrid's reference counts use fences, which TSan does not follow; its actors run one at a time all the same.
    warpshop_cxx_options(-Wno-tsan)
  endif()
endif()
