# `./dev package`: a .deb of the program of `./dev static`, for Debian 12 and Ubuntu 24.04. Component program is
# installed everywhere; what Debian wants otherwise than others is component debian, which only the package has.
set(debian ${PROJECT_BINARY_DIR}/debian)
set(documents ${debian}/changelog.gz ${debian}/changelog.Debian.gz ${debian}/copyright)
set(make_documents ${PROJECT_SOURCE_DIR}/packaging/debian/documents)
add_custom_command(OUTPUT ${debian}/warpshop.1.gz ${documents}
                   COMMAND ${make_documents} ${PROJECT_VERSION} ${manual}/warpshop.1 ${debian}
                   DEPENDS ${manual}/warpshop.1 ${make_documents} ${PROJECT_SOURCE_DIR}/CHANGELOG.md
                           ${PROJECT_SOURCE_DIR}/LICENSE VERBATIM)
add_custom_target(debian_documents DEPENDS ${documents})
set(only_debian COMPONENT debian EXCLUDE_FROM_ALL)
install(FILES ${debian}/warpshop.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 ${only_debian})
install(FILES ${documents} DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/warpshop ${only_debian})
install(FILES ${manual}/_warpshop DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions ${only_debian})
install(FILES ${PROJECT_SOURCE_DIR}/packaging/debian/lintian-overrides
        DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides RENAME warpshop ${only_debian})
file(GLOB shown_workloads CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/workloads/*.yaml
     ${PROJECT_SOURCE_DIR}/workloads/clients/*.yaml)
install(FILES ${shown_workloads} DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/warpshop/examples ${only_debian})

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_COMPONENTS_ALL program debian)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
                                                WORLD_READ WORLD_EXECUTE)
set(CPACK_PACKAGE_CONTACT "warpshop developers")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_NAME warpshop)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "order and sharing of work on a GPU
In which order, and shared how, should work run on this GPU, and how sure is
that? warpshop knows what copies and kernels take on a GPU, alone and beside
each other. It compares orders and ways of sharing (streams, MPS, MIG, time
slices and many more), proves which order is best, finds settings that keep
the goals of services, and reads recordings of profilers.

It needs no GPU. Where there is one of NVIDIA with its driver, a package that
was built with CUDA can measure it.")
if(PROJECT_IS_TOP_LEVEL)
  include(CPack)
endif()
