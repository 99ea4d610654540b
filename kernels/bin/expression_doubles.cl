// expression_doubles: the functions of expression.cl for doubles.
EXPRESSION_FLOATS(double, ulong, , 0x1p52)
