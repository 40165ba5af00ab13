/** How long a run of tests may take, wherever that is asked. */
export const testRunMs = {
  /** Of the runner, from its start to its end. */
  run: 240_000,
  /** When an attempt has certainly ended: sandbox, runner, grace, and the end of whatever is left. */
  longestAttempt: 300_000,
} as const
