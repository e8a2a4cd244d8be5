# `cmake --install`: public headers, the rooms as static libraries, and what find_package(tesselle) needs. A user links
# tesselle::tesselle; that it consists of rooms is our affair.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

get_property(rooms GLOBAL PROPERTY TESSELLE_ROOMS)
list(REMOVE_ITEM rooms tesselle_study tesselle_web)  # for the program, not for others
add_library(tesselle_tesselle INTERFACE)
set_target_properties(tesselle_tesselle PROPERTIES EXPORT_NAME tesselle)
target_link_libraries(tesselle_tesselle INTERFACE ${rooms})
install(TARGETS tesselle_tesselle ${rooms} EXPORT tesselle ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/tesselle)
install(EXPORT tesselle NAMESPACE tesselle:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/tesselle)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/tesselle DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS tesselle RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
# The page of `tesselle serve`, if it was built.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/build/web DESTINATION ${CMAKE_INSTALL_DATADIR}/tesselle OPTIONAL)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/tesselle-config.cmake.in
                              ${PROJECT_BINARY_DIR}/tesselle-config.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/tesselle)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/tesselle-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/tesselle-config.cmake ${PROJECT_BINARY_DIR}/tesselle-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/tesselle)
