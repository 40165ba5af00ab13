import type { Verdict } from '@sonde/schema/runs/verdict.ts'

/** What runs the tests, in words. Nothing asked for: what agents take then. */
export function enginesInWords({ engine, version }: { engine: string; version: string }): string {
  if (engine === '') return 'Node 22'
  return `${engine === 'bun' ? 'Bun' : 'Node'} ${version}`.trim()
}

/** Why a run shows no test. `hasStarted`: it got as far as the test command. */
export function whyNoTests({
  isCancelled,
  verdict,
  hasStarted,
}: {
  isCancelled: boolean
  verdict: Verdict
  hasStarted: boolean
}): string {
  if (isCancelled) return 'The run was cancelled. What its tests had reported until then is not kept.'
  if (verdict === 'withheld') return 'No test was run. This does not count as a failure of the suite.'
  if (!hasStarted) return 'The run ended before the test command started. The log shows how far it got.'
  return 'The test command reported no tests. Check the projects, tags and folder it names.'
}
