# devices/*.yaml and devices/templates/*.yaml become string literals in the program, so that it knows them from any
# directory.
function(warpshop_embed folder variable)
  file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.yaml)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files})
  set(literals "")
  foreach(file IN LISTS files)
    get_filename_component(name ${file} NAME_WE)
    file(READ ${file} text)
    string(APPEND literals "    {\"${name}\", R\"yaml(${text})yaml\"},\n")
  endforeach()
  set(${variable} "${literals}" PARENT_SCOPE)
endfunction()

warpshop_embed(devices WARPSHOP_EMBEDDED_DEVICES)
warpshop_embed(devices/templates WARPSHOP_EMBEDDED_TEMPLATES)
configure_file(${PROJECT_SOURCE_DIR}/cmake/embedded_devices.cpp.in ${PROJECT_BINARY_DIR}/embedded_devices.cpp @ONLY)
