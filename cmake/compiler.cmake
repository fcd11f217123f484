# What every target of ours is compiled with.
add_library(warpshop_options INTERFACE)
target_include_directories(warpshop_options INTERFACE ${PROJECT_SOURCE_DIR})
# The same figures to the last bit on every machine: no fused multiply-add behind our back.
target_compile_options(warpshop_options INTERFACE -ffp-contract=off)
target_compile_options(warpshop_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor
                                                 -Woverloaded-virtual
                                                 # Designated initializers leave out what has a default.
                                                 -Wno-missing-field-initializers)
option(WARPSHOP_WARNINGS_AS_ERRORS "Warnings are errors" OFF)
if(WARPSHOP_WARNINGS_AS_ERRORS)
  target_compile_options(warpshop_options INTERFACE -Werror)
endif()
if(WARPSHOP_SANITIZE)
  target_compile_options(warpshop_options INTERFACE -fsanitize=${WARPSHOP_SANITIZE} -fno-sanitize-recover=all
                                                   -fno-omit-frame-pointer)
  target_link_options(warpshop_options INTERFACE -fsanitize=${WARPSHOP_SANITIZE})
  if(WARPSHOP_SANITIZE MATCHES thread)
    # SimGrid's reference counts use fences, which TSan does not follow; its actors run one at a time all the same.
    target_compile_options(warpshop_options INTERFACE -Wno-tsan)
  endif()
endif()
