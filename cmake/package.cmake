# `cpack` in the build folder makes three Debian packages: tesselle (the program), libtesselle-dev, python3-tesselle.
# tools/make_packages.sh builds what goes into them and asks lintian.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tesselle)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "The Tesselle authors <tesselle@localhost.localdomain>")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ
    WORLD_EXECUTE)
set(CPACK_COMPONENTS_ALL program dev python)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME tesselle)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION math)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION
    "workbench for edge-matching and packing puzzles\nFinds one solution, all of them, the best board in a given time, or the\nproof that there is none: Eternity II, pentominoes, polycubes, polyiamonds,\npolydrafters and puzzles of your own. Every board is verified\nindependently and can be drawn.")

set(CPACK_DEBIAN_DEV_PACKAGE_NAME libtesselle-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS
    "libfmt-dev, libsqlite3-dev, libzstd-dev, zlib1g-dev, libpugixml-dev, libcadical-dev, nlohmann-json3-dev")
set(CPACK_COMPONENT_DEV_DESCRIPTION
    "library that solves edge-matching and packing puzzles\nHeaders, static libraries and what CMake and pkg-config need to link\nthem. A search is one call: a request in, events out.")

set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-tesselle)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3 (>= 3.11), python3 (<< 3.12)")
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/cmake/debian/prerm)
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_STRICT_PERMISSION TRUE)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-numpy, python3-pandas")
set(CPACK_COMPONENT_PYTHON_DESCRIPTION
    "Python module that solves edge-matching and packing puzzles\nSearches, boards, estimates and tables for scripts and notebooks, on top\nof the Tesselle library.")

# What every package must have: who owns it, what changed, and the notices of the libraries that are compiled into it.
set(changelog ${PROJECT_BINARY_DIR}/changelog)
string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${changelog} "tesselle (${PROJECT_VERSION}) unstable; urgency=medium\n\n  * See CHANGELOG.md of the source.\n\n -- ${CPACK_PACKAGE_CONTACT}  ${now}\n")
execute_process(COMMAND gzip -9nf ${changelog})
function(install_documents component package)
  set(folder ${CMAKE_INSTALL_DATADIR}/doc/${package})
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${folder} COMPONENT ${component} RENAME copyright)
  install(FILES ${changelog}.gz DESTINATION ${folder} COMPONENT ${component} OPTIONAL)
  install(FILES ${PROJECT_SOURCE_DIR}/THIRD_PARTY.md DESTINATION ${folder} COMPONENT ${component})
  foreach(library ${ARGN})
    install(FILES /usr/share/doc/${library}/copyright DESTINATION ${folder}/third-party COMPONENT ${component}
            RENAME ${library} OPTIONAL)
  endforeach()
endfunction()
set(compiled_in libcadical-dev libfmt-dev libtomlplusplus-dev nlohmann-json3-dev)
install_documents(program tesselle ${compiled_in} libcli11-dev libcpp-httplib-dev)
install_documents(dev libtesselle-dev ${compiled_in})
install_documents(python python3-tesselle ${compiled_in} pybind11-dev)
install(FILES ${PROJECT_SOURCE_DIR}/CITATION.cff DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/tesselle COMPONENT program)
include(CPack)
