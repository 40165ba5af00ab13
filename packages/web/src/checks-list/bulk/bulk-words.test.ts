import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { StartedRuns } from '../../resources/check-sessions.ts'
import { inWordsOfForms, outcomeOfEdit, outcomeOfRuns, wordsOfEdit, wordsOfRuns } from './bulk-words.ts'

// Of a session only how many there are is told.
const started = (sessions: number, notStarted: StartedRuns['notStarted'] = []): StartedRuns => ({
  sessions: Array.from({ length: sessions }, () => session),
  notStarted,
})
const session: StartedRuns['sessions'][number] = {
  checkSessionId: 's',
  checkSessionLink: '',
  checkId: 'c',
  checkType: 'ICMP',
  name: 'c',
  status: 'STARTED',
  startedAt: '2026-11-16T00:00:00.000Z',
  stoppedAt: null,
  timeElapsed: 0,
  runLocations: [],
  runSource: null,
}

suite('what came of something that was asked of many checks', () => {
  test('runs: how many, and how many were left out', () => {
    assert.equal(wordsOfRuns(started(1), 1), 'Running 1 check')
    assert.equal(wordsOfRuns(started(2), 5), 'Running 2 checks. 3 paused or heartbeats left out')
    assert.equal(outcomeOfRuns(started(2), 5), null)
    const refused = [{ checkId: 'x', name: 'X', reason: 'It has no location' }]
    assert.deepEqual(outcomeOfRuns(started(1, refused), 2), {
      title: '1 not started',
      summary: 'Running 1 check. These were not started:',
      refused: [{ checkId: 'x', reason: 'It has no location' }],
    })
  })

  test('changes: what stays unchanged is told, and a refusal names the field as forms do', () => {
    assert.equal(
      wordsOfEdit({ changed: 1, unchanged: 2, failed: [] }, 'changed'),
      '1 check changed, 2 unchanged',
    )
    assert.equal(outcomeOfEdit({ changed: 1, unchanged: 0, failed: [] }), null)
    assert.equal(
      inWordsOfForms('frequency must be at least 1 minute for this check type'),
      'Interval must be at least 1 minute for this check type',
    )
    assert.equal(inWordsOfForms('There is no such check'), 'There is no such check')
  })
})
