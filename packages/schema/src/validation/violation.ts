/** One thing that is wrong with an input: where (`request.assertions.0.source`) and what. */
export type Violation = { path: string; message: string }
