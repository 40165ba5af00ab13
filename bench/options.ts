/** What may be said after the name of a benchmark. */
export type Options = {
  /** `--results 1000000`: how many results to store. */
  results?: number
  /** `--engine sqlite`: on which database; on each unless told. */
  engines?: readonly string[]
}
