# Writes OUTPUT if it would change: the commit of the tree in SOURCE, TYPE and COMPILER. Declared in
# apps/tesselle/build_info.hpp.
execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --exclude=* OUTPUT_VARIABLE commit
                OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT commit)
  set(commit unknown)  # a tarball
endif()
string(TOLOWER "${TYPE}" TYPE)
set(text "#include \"build_info.hpp\"\n\nnamespace tesselle {\n\nconst std::string_view build_commit = \"${commit}\";\nconst std::string_view build_type = \"${TYPE}\";\nconst std::string_view build_compiler = \"${COMPILER}\";\n\n}  // namespace tesselle\n")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} before)
endif()
if(NOT text STREQUAL before)
  file(WRITE ${OUTPUT} "${text}")
endif()
