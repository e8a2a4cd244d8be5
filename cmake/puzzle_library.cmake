# The puzzles in puzzles/ are compiled into the binary, so that `tesselle solve girafe` works from any directory
# and needs no installed files.
file(GLOB puzzle_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/puzzles/*.toml)
set(library_cpp ${PROJECT_BINARY_DIR}/generated/library_data.cpp)
add_custom_command(
  OUTPUT ${library_cpp}
  COMMAND ${CMAKE_COMMAND} "-DOUTPUT=${library_cpp}" "-DFOLDER=${PROJECT_SOURCE_DIR}/puzzles"
          -P ${PROJECT_SOURCE_DIR}/cmake/embed_puzzles.cmake
  DEPENDS ${puzzle_files} ${PROJECT_SOURCE_DIR}/cmake/embed_puzzles.cmake
  COMMENT "Embedding the puzzle library" VERBATIM)
target_sources(tesselle_formats PRIVATE ${library_cpp})
