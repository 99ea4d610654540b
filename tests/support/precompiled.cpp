// The only source file of the targets that precompile the tests' headers.
