import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { SessionResult } from '../../resources/check-sessions.ts'
import { progressOf, sessionWords } from './session-progress.ts'

function resultAt(runLocation: string, fields: Partial<SessionResult> = {}): SessionResult {
  return {
    checkResultId: `result at ${runLocation}`,
    checkResultLink: '',
    checkId: 'c',
    checkType: 'ICMP',
    name: 'Edge',
    runLocation,
    resultType: 'FINAL',
    hasErrors: false,
    hasFailures: false,
    isDegraded: false,
    aborted: false,
    isCancelled: false,
    responseTime: 12,
    startedAt: null,
    stoppedAt: null,
    attempts: 1,
    sequenceId: 's',
    scheduleError: null,
    secretsWithheldFrom: null,
    ...fields,
  }
}

suite('a run that somebody asked for', () => {
  test('is told location by location', () => {
    const session = {
      status: 'PROGRESS' as const,
      runLocations: ['a', 'b', 'c', 'd'],
      results: [
        resultAt('a', { hasFailures: true, attempts: 2, secretsWithheldFrom: 'pr-7.example.test' }),
        resultAt('b', { resultType: 'ATTEMPT' }),
        resultAt('d', { resultType: null, aborted: true, scheduleError: 'no agent' }),
      ],
    }
    const fields = { responseTime: 12, secretsWithheldFrom: null }
    const secretsWithheldFrom = 'pr-7.example.test'
    assert.deepEqual(progressOf(session), [
      {
        ...fields,
        secretsWithheldFrom,
        location: 'a',
        resultId: 'result at a',
        state: 'ended',
        verdict: 'failed',
        attempts: 2,
      },
      { ...fields, location: 'b', resultId: 'result at b', state: 'running', attempts: 1 },
      { ...fields, location: 'c', responseTime: null, resultId: null, state: 'waiting' },
      { ...fields, location: 'd', resultId: null, state: 'not-run', note: 'no agent' },
    ])
    assert.equal(sessionWords(session), 'Running: 1 of 4 locations have ended.')
  })

  test('leaves nobody waiting once it is over', () => {
    const [place] = progressOf({ status: 'TIMED_OUT', runLocations: ['a'], results: [] })
    assert.equal(place?.state, 'not-run')
  })
})
