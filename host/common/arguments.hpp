#pragma once

namespace common {

/// Makes the arguments of main() UTF-8, as all text of the programs is. Windows gives main() what its code
/// page has of them, so there they become those of the command line, which last as long as the program.
void use_utf8_arguments(int& argc, char**& argv);

} // namespace common
