import type { CheckStatus } from '@sonde/schema/runs/verdict.ts'
import type { SuiteAttempt, SuiteTest } from './suite-detail.ts'

/** How people are shown what became of a test. */
export const outcomeLooks: Readonly<
  Record<SuiteTest['outcome'], { word: string; status: CheckStatus; ink: string }>
> = {
  unexpected: { word: 'Failed', status: 'failed', ink: 'text-bad' },
  flaky: { word: 'Flaky', status: 'degraded', ink: 'text-warn' },
  expected: { word: 'Passed', status: 'passed', ink: 'text-good' },
  skipped: { word: 'Skipped', status: 'no-data', ink: 'text-soft' },
}

export const attemptWords: Readonly<Record<SuiteAttempt['status'], string>> = {
  passed: 'passed',
  failed: 'failed',
  timedOut: 'timed out',
  skipped: 'skipped',
  interrupted: 'interrupted',
}
