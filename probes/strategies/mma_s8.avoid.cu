// The best dot product outside the tensor cores: 32 threads x 4 multiply-adds, by dp4a or by its replacement.
//@ primitive: mma_s8
//@ variant: avoid
//@ id: 1
//@ about: dot products (dp4a or two dp2a) instead of IMMA
//@ accuracy: exact
//@ min_cc: 61
//@ cost: dp4a_ss / 128
//@ cost: b32_prmt*2 dp2a_lo_ss dp2a_hi_ss / 128
