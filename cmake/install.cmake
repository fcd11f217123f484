# The program, and the libraries for other programs: find_package(warpshop) gives warpshop::dispatch, warpshop::order,
# warpshop::io … and warpshop::warpshop, which is all of them. What we compile with does not reach them: the libraries
# name warpshop_options for the build alone.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)
set(WARPSHOP_HEADERS ${CMAKE_INSTALL_INCLUDEDIR}/warpshop) # so that "dispatch/proxy/proxy.hpp" is called the same everywhere
set(WARPSHOP_PACKAGE ${CMAKE_INSTALL_LIBDIR}/cmake/warpshop)

add_library(warpshop_warpshop INTERFACE)
target_link_libraries(warpshop_warpshop INTERFACE warpshop_dispatch warpshop_calibrate warpshop_order warpshop_files)
set(exported warpshop stats model result evaluate order io files kernels calibrate dispatch)
if(WARPSHOP_HAS_CUDA)
  list(APPEND exported cuda)
endif()
if(WARPSHOP_HAS_OPENCL)
  list(APPEND exported opencl)
endif()
foreach(name IN LISTS exported)
  set_target_properties(warpshop_${name} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(warpshop_${name} INTERFACE cxx_std_20)
endforeach()
list(TRANSFORM exported PREPEND warpshop_)
install(TARGETS ${exported} warpshop_fmt warpshop_yaml warpshop_sqlite warpshop_zlib EXPORT warpshop COMPONENT development
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} INCLUDES DESTINATION ${WARPSHOP_HEADERS})
install(EXPORT warpshop NAMESPACE warpshop:: FILE warpshopTargets.cmake DESTINATION ${WARPSHOP_PACKAGE} COMPONENT development)

foreach(folder stats model result evaluate order io files)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/sim/${folder} DESTINATION ${WARPSHOP_HEADERS}/sim COMPONENT development
          FILES_MATCHING PATTERN *.hpp)
endforeach()
foreach(folder kernels calibrate dispatch)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/${folder} DESTINATION ${WARPSHOP_HEADERS} COMPONENT development
          FILES_MATCHING PATTERN *.hpp PATTERN kernels/gpu/cuda EXCLUDE PATTERN kernels/gpu/opencl EXCLUDE)
endforeach()

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/warpshopConfig.cmake.in ${PROJECT_BINARY_DIR}/warpshopConfig.cmake
                              INSTALL_DESTINATION ${WARPSHOP_PACKAGE})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/warpshopConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/warpshopConfig.cmake ${PROJECT_BINARY_DIR}/warpshopConfigVersion.cmake
        DESTINATION ${WARPSHOP_PACKAGE} COMPONENT development)
