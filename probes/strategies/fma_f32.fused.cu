//@ primitive: fma_f32
//@ variant: fused
//@ id: 0
//@ about: one FFMA, one rounding
//@ accuracy: exact
//@ function: cmp_fmaf
//@ intrinsic: __fmaf_rn
//@ cost: f32_fma
//@ sass: FFMA
//@ form: float a, float b, float c -> float
	return __fmaf_rn(a, b, c);
