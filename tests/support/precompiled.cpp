// The source of the targets that compile the tests' headers once.
