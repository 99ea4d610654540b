// expression_doubles: the same for doubles.
EXPRESSION_FLOATS(double, ulong, , 0x1p52)
