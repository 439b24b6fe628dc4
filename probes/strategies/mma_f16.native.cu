// No text of its own: a fact for a build to switch on.  Costs are in cycles per multiply-add.
//@ primitive: mma_f16
//@ variant: native
//@ id: 0
//@ about: half-precision matrix products on the tensor cores (HMMA, f32 sums)
//@ accuracy: exact
//@ min_cc: 70
//@ cost: mma_m16n8k16_f16 / macs
//@ cost: mma_m16n8k8_f16 / macs
//@ cost: mma_m8n8k4_f16 / macs
