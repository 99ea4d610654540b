#pragma once

// The classes of CLI11 that headers name. Its own header takes a compiler seconds, and is for the sources
// that define options.

namespace CLI { // NOLINT(readability-identifier-naming): CLI11's name
class App;
class Option;
class Validator;
} // namespace CLI
