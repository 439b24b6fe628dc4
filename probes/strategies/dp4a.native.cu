//@ primitive: dp4a
//@ variant: native
//@ id: 0
//@ about: the instruction itself, IDP.4A
//@ accuracy: exact
//@ min_cc: 61
//@ function: cmp_dp4a
//@ intrinsic: __dp4a
//@ cost: dp4a_ss
//@ sass: IDP.4A
//@ form: int a, int b, int c -> int
	return __dp4a(a, b, c);
//@ form: unsigned int a, unsigned int b, unsigned int c -> unsigned int
	return __dp4a(a, b, c);
//@ form: char4 a, char4 b, int c -> int
	return __dp4a(a, b, c);
//@ form: uchar4 a, uchar4 b, unsigned int c -> unsigned int
	return __dp4a(a, b, c);
