# Writes OUTPUT: the tileability model INPUT as a string. Declared in src/packing/tileability/shipped_model.hpp.
file(READ ${INPUT} contents)
file(WRITE ${OUTPUT} "#include \"packing/tileability/shipped_model.hpp\"\n\nnamespace tesselle::packing::tileability {\n\nconst std::string_view shipped_model_text = R\"model(${contents})model\";\n\n}  // namespace tesselle::packing::tileability\n")
