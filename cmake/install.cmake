# `cmake --install`: public headers, the rooms as static libraries, and what find_package(tesselle) and pkg-config need. A
# user links tesselle::tesselle; that it consists of rooms is our affair. docs/library.md says why they are static and
# what a version promises.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

get_property(rooms GLOBAL PROPERTY TESSELLE_ROOMS)
list(REMOVE_ITEM rooms tesselle_study tesselle_web tesselle_cluster)  # for the program, not for others
add_library(tesselle_tesselle INTERFACE)
set_target_properties(tesselle_tesselle PROPERTIES EXPORT_NAME tesselle)
target_link_libraries(tesselle_tesselle INTERFACE ${rooms})
install(TARGETS tesselle_tesselle ${rooms} EXPORT tesselle
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/tesselle COMPONENT dev)
install(EXPORT tesselle NAMESPACE tesselle:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/tesselle COMPONENT dev)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/tesselle DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev)
# The page of `tesselle serve`, if it was built.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/build/web DESTINATION ${CMAKE_INSTALL_DATADIR}/tesselle COMPONENT program OPTIONAL)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/tesselle-config.cmake.in
                              ${PROJECT_BINARY_DIR}/tesselle-config.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/tesselle)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/tesselle-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/tesselle-config.cmake ${PROJECT_BINARY_DIR}/tesselle-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/tesselle COMPONENT dev)

# The paths in it are relative to the file, so that an installed copy can be moved.
file(RELATIVE_PATH up_to_prefix /x/${CMAKE_INSTALL_LIBDIR}/pkgconfig /x)
string(REGEX REPLACE "/$" "" up_to_prefix "${up_to_prefix}")
list(TRANSFORM rooms PREPEND " -l" OUTPUT_VARIABLE room_flags)
string(JOIN "" room_flags ${room_flags})
configure_file(${PROJECT_SOURCE_DIR}/cmake/tesselle.pc.in ${PROJECT_BINARY_DIR}/tesselle.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/tesselle.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)

# The program, and its manual pages if target `man_pages` was built (it needs scdoc).
install(TARGETS tesselle RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
set(man_folder ${PROJECT_BINARY_DIR}/man)
add_custom_target(man_pages COMMAND ${PROJECT_SOURCE_DIR}/tools/man_pages.sh $<TARGET_FILE:tesselle> ${man_folder}
                  DEPENDS tesselle VERBATIM)
file(MAKE_DIRECTORY ${man_folder})
install(DIRECTORY ${man_folder}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program FILES_MATCHING PATTERN *.1.gz)

# Completion with Tab, if target `completions` was built.
set(completion_folder ${PROJECT_BINARY_DIR}/completion)
add_custom_target(completions COMMAND ${PROJECT_SOURCE_DIR}/tools/completions.sh $<TARGET_FILE:tesselle>
                  ${completion_folder} DEPENDS tesselle VERBATIM)
install(FILES ${completion_folder}/tesselle DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
        COMPONENT program OPTIONAL)
install(FILES ${completion_folder}/_tesselle DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions
        COMPONENT program OPTIONAL)
install(FILES ${completion_folder}/tesselle.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
        COMPONENT program OPTIONAL)

# The Python module, where Debian's python3 looks for it, if target `python_module` was built.
if(TARGET python_module)
  install(TARGETS python_module LIBRARY DESTINATION lib/python3/dist-packages/tesselle COMPONENT python OPTIONAL)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/python/tesselle DESTINATION lib/python3/dist-packages COMPONENT python
          FILES_MATCHING PATTERN *.py PATTERN *.pyi PATTERN py.typed PATTERN __pycache__ EXCLUDE)
endif()

include(cmake/package.cmake)
