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

# The tileability model that the beam engine uses unless told otherwise.
set(model_file ${PROJECT_SOURCE_DIR}/puzzles/models/eternity1.tileability)
set(model_cpp ${PROJECT_BINARY_DIR}/generated/shipped_model.cpp)
add_custom_command(
  OUTPUT ${model_cpp}
  COMMAND ${CMAKE_COMMAND} "-DOUTPUT=${model_cpp}" "-DINPUT=${model_file}"
          -P ${PROJECT_SOURCE_DIR}/cmake/embed_model.cmake
  DEPENDS ${model_file} ${PROJECT_SOURCE_DIR}/cmake/embed_model.cmake
  COMMENT "Embedding the tileability model" VERBATIM)
target_sources(tesselle_packing PRIVATE ${model_cpp})
