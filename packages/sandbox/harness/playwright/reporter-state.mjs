// @ts-check

/** @typedef {{ token: string, limits: { nodes: number, callBytes: number }, showsActions: boolean, golden: import('./golden-files.mjs').GoldenState }} ReporterState */

/** @type {ReporterState | null} */
let state = null

/** @param {ReporterState} given */
export function giveReporter(given) {
  state = given
}

/**
 * What only the reporter may know. It takes it once, before anything of the user's is loaded: a script that imports this
 * module finds nothing.
 */
export function takeReporterState() {
  const taken = state
  state = null
  if (taken === null) throw new Error('there is one reporter, and it has begun')
  return taken
}
