// No text of its own: a fact for a build to switch on.  Costs are in cycles per multiply-add.
//@ primitive: mma_s8
//@ variant: native
//@ id: 0
//@ about: signed byte matrix products on the tensor cores (IMMA)
//@ accuracy: exact
//@ min_cc: 72
//@ cost: mma_m16n8k32_s8 / macs
