import type { TestSession, TestSessionRun } from '../resources/test-sessions.ts'

type Counted = Pick<TestSession, 'status'> & {
  results: readonly Pick<TestSessionRun, 'status' | 'hasErrors'>[]
}

/** How a session stands, in a sentence. */
export function sessionWords({ status, results }: Counted): string {
  const count = (is: (run: Counted['results'][number]) => boolean) => results.filter(is).length
  const parts = [
    [count((run) => run.status === 'RUNNING'), 'not finished'],
    [count((run) => run.status === 'FAILED' && !run.hasErrors), 'failed'],
    [count((run) => run.status === 'FAILED' && run.hasErrors), 'could not be run'],
    [count((run) => run.status === 'PASSED'), 'passed'],
    [count((run) => run.status === 'CANCELLED'), 'cancelled'],
  ] as const
  const told = parts.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`)
  return `${heads[status]}: ${told.join(', ')}`
}

const heads: Readonly<Record<TestSession['status'], string>> = {
  RUNNING: 'Running',
  FAILED: 'Failed',
  PASSED: 'Passed',
  CANCELLED: 'Cancelled',
}
