# Data that is compiled into the binary, so that `tesselle solve girafe` works from any directory and needs no installed
# files. The script writes a source file, again whenever one of its inputs has changed.
function(embed target what script input)
  set(output ${PROJECT_BINARY_DIR}/generated/${target}_data.cpp)
  set(script ${PROJECT_SOURCE_DIR}/cmake/${script})
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} "-DOUTPUT=${output}" "-DINPUT=${input}" -P ${script}
    DEPENDS ${ARGN} ${script}
    COMMENT "Embedding ${what}" VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()

file(GLOB puzzle_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/puzzles/*.toml)
embed(tesselle_formats "the puzzle library" embed_puzzles.cmake ${PROJECT_SOURCE_DIR}/puzzles ${puzzle_files})

# The tileability model that the beam engine uses unless told otherwise.
set(model_file ${PROJECT_SOURCE_DIR}/puzzles/models/eternity1.tileability)
embed(tesselle_packing "the tileability model" embed_model.cmake ${model_file} ${model_file})
