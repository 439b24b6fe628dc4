// Packed half arithmetic sums in half precision and may overflow where HMMA would not, so a program that
// avoids tensor cores has to choose its sums with care; whether it should avoid them is all that is said here.
//@ primitive: mma_f16
//@ variant: avoid
//@ id: 1
//@ about: packed half arithmetic (HFMA2) instead of HMMA; its sums are f16 and may overflow
//@ accuracy: range
//@ default: allowed
//@ min_cc: 53
//@ cost: f16x2_fma / 64
