/**
 * How an update of a check treats what it leaves out. Strict: `heartbeat` and `script` are required and omitted
 * fields with a default get it. Merge: nothing is required and omitted fields keep their value. Sparse: as merge, for
 * clients whose encoders leave empty values out, so that some omissions mean "none".
 */
export type UpdateMode = 'strict' | 'merge' | 'sparse'
