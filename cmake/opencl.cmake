# OpenCL is optional: where its headers and a clang that compiles C++ for OpenCL are found, the kernels are compiled for
# it, and the program looks for the machine's OpenCL when it is told to use it.
option(WARPSHOP_OPENCL "Compile for OpenCL where clang 14 or newer and OpenCL's headers are found" ON)
set(WARPSHOP_HAS_OPENCL OFF)
if(WARPSHOP_OPENCL AND NOT WARPSHOP_SANITIZE) # what they would say is of OpenCL itself
  find_path(WARPSHOP_OPENCL_HEADERS CL/cl.h)
  # Bitcode of LLVM 14 is what Debian 12's PoCL reads: newer ones write another.
  find_program(WARPSHOP_CLANG NAMES clang-14 clang)
  if(WARPSHOP_OPENCL_HEADERS AND WARPSHOP_CLANG)
    execute_process(COMMAND ${WARPSHOP_CLANG} -dumpversion OUTPUT_VARIABLE clang_version
                    OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(clang_version VERSION_GREATER_EQUAL 14)
      set(WARPSHOP_HAS_OPENCL ON)
      string(REGEX MATCH "^[0-9]+" clang_major ${clang_version})
      find_program(WARPSHOP_LLVM_SPIRV NAMES llvm-spirv-${clang_major} llvm-spirv)
    endif()
  endif()
endif()
if(NOT WARPSHOP_HAS_OPENCL)
  message(STATUS "OpenCL: no")
  return()
endif()
message(STATUS "OpenCL: ${WARPSHOP_CLANG} ${clang_version}, SPIR-V by ${WARPSHOP_LLVM_SPIRV}")

# The bodies of the kernels as one text, which includes nothing; from it bitcode, from that SPIR-V. The device's own
# compiler does the optimising: llvm-spirv 14 knows no `freeze`, which clang's would put in.
set(folder ${PROJECT_SOURCE_DIR}/kernels/gpu/opencl)
set(made ${PROJECT_BINARY_DIR}/opencl)
file(MAKE_DIRECTORY ${made})
# C++ for OpenCL 1.0, not 2021: there every pointer may lead to any memory, which 2021 has for some targets alone (AMD's
# not, in clang 14). SPIR-V 1.0, which all that take SPIR-V take.
set(language -x cl -cl-std=clc++ --target=spir64-unknown-unknown)
set(strictly "")
if(WARPSHOP_WARNINGS_AS_ERRORS)
  set(strictly -Werror)
endif()
add_custom_command(
  OUTPUT ${made}/kernels.clcpp
  COMMAND ${WARPSHOP_CLANG} ${language} -cl-no-stdinc -E -P -I${folder}/std -I${PROJECT_SOURCE_DIR} -MD
          -MF ${made}/kernels.d -MT opencl/kernels.clcpp ${folder}/kernels.cl -o ${made}/kernels.clcpp
  DEPENDS ${folder}/kernels.cl
  DEPFILE ${made}/kernels.d
  VERBATIM)
add_custom_command(
  OUTPUT ${made}/kernels.bc
  COMMAND ${WARPSHOP_CLANG} ${language} ${strictly} -O1 -Xclang -disable-llvm-passes -c -emit-llvm ${made}/kernels.clcpp
          -o ${made}/kernels.bc
  DEPENDS ${made}/kernels.clcpp
  VERBATIM)
set(forms ${made}/kernels.clcpp ${made}/kernels.bc)
set(WARPSHOP_SPIR_V /dev/null)
if(WARPSHOP_LLVM_SPIRV)
  set(WARPSHOP_SPIR_V ${made}/kernels.spv)
  add_custom_command(OUTPUT ${made}/kernels.spv COMMAND ${WARPSHOP_LLVM_SPIRV} --spirv-max-version=1.0 ${made}/kernels.bc
                     -o ${made}/kernels.spv DEPENDS ${made}/kernels.bc VERBATIM)
  list(APPEND forms ${made}/kernels.spv)
endif()
set(WARPSHOP_OPENCL_MADE ${made})
configure_file(${PROJECT_SOURCE_DIR}/cmake/embedded_opencl.cpp.in ${made}/embedded_opencl.cpp @ONLY)
set_source_files_properties(${made}/embedded_opencl.cpp PROPERTIES OBJECT_DEPENDS "${forms}"
                            SKIP_UNITY_BUILD_INCLUSION ON)
file(GLOB opencl_sources CONFIGURE_DEPENDS ${folder}/*.cpp)
