// The _rn intrinsics are never contracted again, neither by the front end nor by ptxas or a driver's JIT.
// The flags: fmad=false alone leaves FFMA in division, square root and expf; fast math takes it out of those.
//@ primitive: fma_f32
//@ variant: split
//@ id: 1
//@ about: FMUL then FADD: one rounding more, at most half a unit in the last place of the product
//@ accuracy: ulp
//@ ulp: 0.5
//@ default: allowed
//@ flags: --fmad=false --use_fast_math
//@ cost: f32_mul f32_add
//@ sass: FMUL, FADD
//@ form: float a, float b, float c -> float
	return __fadd_rn(__fmul_rn(a, b), c);
