import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { minuteMs } from '@sonde/ground/durations.ts'
import { type AlertState, initialAlertState } from '@sonde/store/alerts/alert-state.ts'
import { settingsFor } from '../testing/alerted-check.ts'
import { deactivatedState, decide, isTrivial } from './transitions.ts'

/** When the occurrence was due that is judged; the one before was due a minute earlier. */
const dueAt = 100 * minuteMs
const now = dueAt + 700

type Given = Partial<AlertState>

/** A problem whose last occurrence was the `streak`th, a minute apart. */
function problem(status: 'degraded' | 'failed', given: Given = {}): AlertState {
  const { streak = 1 } = given
  const since = dueAt - streak * minuteMs
  return { ...initialAlertState, status, streak, since, episodeSince: since, ...given }
}
const passing = (given: Given = {}): AlertState => ({ ...initialAlertState, ...given })
const degraded = (given: Given = {}) => problem('degraded', given)
const failing = (given: Given = {}) => problem('failed', given)

function judge(
  state: AlertState,
  verdict: 'passed' | 'degraded' | 'failed' | null,
  escalation = 'R1',
  suppression: 'none' | 'muted' | 'silenced' = 'none',
) {
  const settings = settingsFor(escalation, { reminders: { amount: 2, interval: 5 } })
  return decide(state, { verdict, scheduledAt: dueAt, isOwn: true }, settings, suppression, now)
}

const openDegraded = { raised: true, open: 'degraded' } as const
const openFailure = { raised: true, open: 'failed' } as const

suite('the transition table', () => {
  for (const [row, state, verdict, escalation, alert, raised, open] of [
    [1, passing(), 'passed', 'R1', null, false, null],
    [2, passing({ open: 'failed' }), 'passed', 'R1', 'ALERT_RECOVERY', false, null],
    [2, passing({ open: 'degraded' }), 'passed', 'R5', 'ALERT_DEGRADED_RECOVERY', false, null],
    [3, passing(), 'degraded', 'R1', 'ALERT_DEGRADED', true, 'degraded'],
    [3, passing({ open: 'failed' }), 'degraded', 'R1', 'ALERT_DEGRADED', true, 'failed'],
    [4, passing(), 'degraded', 'R2', null, false, null],
    [4, passing({ open: 'failed' }), 'degraded', 'T5', null, false, 'failed'],
    [5, passing(), 'failed', 'R1', 'ALERT_FAILURE', true, 'failed'],
    [5, passing({ open: 'degraded' }), 'failed', 'R1', 'ALERT_FAILURE', true, 'failed'],
    [6, passing(), 'failed', 'R2', null, false, null],
    [6, passing({ open: 'degraded' }), 'failed', 'T5', null, false, 'degraded'],
    [7, degraded(), 'degraded', 'R2', 'ALERT_DEGRADED_REMAIN', true, 'degraded'],
    [7, degraded({ streak: 5 }), 'degraded', 'T5', 'ALERT_DEGRADED_REMAIN', true, 'degraded'],
    [7, degraded({ open: 'failed' }), 'degraded', 'R2', 'ALERT_DEGRADED_REMAIN', true, 'failed'],
    [8, degraded(openDegraded), 'degraded', 'R1', null, true, 'degraded'],
    [8, degraded(), 'degraded', 'R3', null, false, null],
    [8, degraded({ streak: 4 }), 'degraded', 'T5', null, false, null],
    [9, degraded(), 'failed', 'R5', 'ALERT_DEGRADED_FAILURE', true, 'failed'],
    [9, degraded(openDegraded), 'failed', 'T30', 'ALERT_DEGRADED_FAILURE', true, 'failed'],
    [10, degraded(openDegraded), 'passed', 'R1', 'ALERT_DEGRADED_RECOVERY', false, null],
    [10, degraded(openFailure), 'passed', 'R5', 'ALERT_DEGRADED_RECOVERY', false, null],
    [11, degraded(), 'passed', 'R1', null, false, null],
    [12, failing(), 'failed', 'R2', 'ALERT_FAILURE_REMAIN', true, 'failed'],
    [12, failing({ streak: 10 }), 'failed', 'T10', 'ALERT_FAILURE_REMAIN', true, 'failed'],
    [13, failing(openFailure), 'failed', 'R1', null, true, 'failed'],
    [13, failing(), 'failed', 'R3', null, false, null],
    [14, failing(), 'degraded', 'R5', 'ALERT_FAILURE_DEGRADED', true, 'degraded'],
    [14, failing(openFailure), 'degraded', 'T30', 'ALERT_FAILURE_DEGRADED', true, 'failed'],
    [15, failing(openFailure), 'passed', 'R5', 'ALERT_RECOVERY', false, null],
    [15, failing({ open: 'degraded' }), 'passed', 'R5', 'ALERT_RECOVERY', false, null],
    [16, failing({ streak: 4 }), 'passed', 'R5', null, false, null],
  ] as const) {
    const given = `${state.status} ${state.streak}, open ${state.open}`
    test(`row ${row}: ${given}, ${verdict} with ${escalation}: ${alert ?? 'no alert'}`, () => {
      const decision = judge(state, verdict, escalation)
      assert.equal(decision.raise, alert)
      assert.equal(decision.suppressed, null)
      assert.equal(decision.openBefore, state.open)
      assert.deepEqual([decision.state.raised, decision.state.open], [raised, open])
    })

    test(`row ${row}: ${given}, ${verdict} with ${escalation}, suppressed: nothing is raised`, () => {
      for (const suppression of ['muted', 'silenced'] as const) {
        const decision = judge(state, verdict, escalation, suppression)
        assert.deepEqual([decision.raise, decision.suppressed], [null, alert])
        assert.equal(decision.state.open, state.open)
        const isSame = decision.state.status === state.status
        assert.equal(decision.state.raised, isSame && state.raised)
      }
    })
  }

  for (const state of [passing(), degraded(openDegraded), failing({ streak: 3 })]) {
    test(`row 17: ${state.status} stays as it is when nothing was said`, () => {
      const decision = judge(state, null)
      assert.equal(decision.state, state)
      assert.deepEqual([decision.raise, decision.suppressed], [null, null])
    })

    for (const verdict of ['passed', 'degraded', 'failed'] as const) {
      test(`${state.status} stays as it is when ${verdict} was only carried`, () => {
        const occurrence = { verdict, scheduledAt: dueAt, isOwn: false }
        assert.equal(decide(state, occurrence, settingsFor('R1'), 'none', now).state, state)
      })
    }
  }
})

suite('what is counted', () => {
  test('a change of status begins a new streak with this occurrence', () => {
    const { state } = judge(failing({ streak: 4, ...openFailure }), 'degraded', 'R5')
    assert.deepEqual([state.status, state.streak, state.since], ['degraded', 1, dueAt])
    assert.equal(state.episodeSince, dueAt - 4 * minuteMs)
  })

  test('the same verdict again counts on, from the same beginning', () => {
    const { state } = judge(failing({ streak: 2 }), 'failed', 'R5')
    assert.deepEqual([state.streak, state.since], [3, dueAt - 2 * minuteMs])
  })

  test('an episode begins with its first problem', () => {
    const { state } = judge(passing(), 'degraded', 'R5')
    assert.deepEqual([state.episodeSince, state.streak, state.since], [dueAt, 1, dueAt])
  })

  test('a beginning that lies in the future, because the clock was set back, holds up no alert', () => {
    const settings = settingsFor('T5')
    let state = failing({ since: dueAt + 24 * 60 * minuteMs })
    const raised: (string | null)[] = []
    for (let minute = 0; minute <= 5; minute += 1) {
      const occurrence = { verdict: 'failed' as const, scheduledAt: dueAt + minute * minuteMs, isOwn: true }
      const decision = decide(state, occurrence, settings, 'none', now)
      state = decision.state
      raised.push(decision.raise)
    }
    assert.deepEqual(raised, [null, null, null, null, null, 'ALERT_FAILURE_REMAIN'])
  })

  test('every problem alert begins its own series of reminders', () => {
    const before = degraded({ ...openDegraded, remindersFrom: 1, remindersSent: 2, nextReminderAt: null })
    const { state } = judge(before, 'failed')
    assert.deepEqual(
      [state.remindersFrom, state.remindersSent, state.nextReminderAt],
      [now, 0, now + 5 * minuteMs],
    )
  })

  test('without reminders in the settings none is due', () => {
    const occurrence = { verdict: 'failed' as const, scheduledAt: dueAt, isOwn: true }
    assert.equal(decide(passing(), occurrence, settingsFor('R1'), 'none', now).state.nextReminderAt, null)
  })

  test('a problem that raises nothing leaves the series of the one before alone', () => {
    const before = failing({ ...openFailure, remindersFrom: 1, remindersSent: 1, nextReminderAt: now + 5 })
    const { state } = judge(before, 'failed')
    assert.deepEqual([state.remindersSent, state.nextReminderAt], [1, now + 5])
  })
})

suite('after a pass', () => {
  const partial = { scheduledAt: 1, said: { a: 'failed' as const }, isClosed: true }
  const kept = { autoIncidentId: 'incident', lastClosedAt: 4, occurrences: [partial] }
  const before = failing({
    ...openFailure,
    ...kept,
    owed: [1, 2],
    remindersFrom: 1,
    remindersSent: 1,
    nextReminderAt: now + 1,
    lastProblem: {
      resultId: 'r',
      scheduledAt: 1,
      startedAt: 1,
      responseTime: null,
      location: 'a',
      error: null,
      statusCode: null,
      failedLocations: [],
    },
  })

  test('only those who are owed the recovery are still known, for the one who sends it', () => {
    assert.deepEqual(judge(before, 'passed').state, { ...initialAlertState, ...kept, owed: [1, 2] })
  })

  test('a recovery that is suppressed keeps who is owed it, and reminds nobody', () => {
    assert.deepEqual(judge(before, 'passed', 'R1', 'muted').state, {
      ...initialAlertState,
      ...kept,
      owed: [1, 2],
      open: 'failed',
      episodeSince: before.episodeSince,
    })
  })

  test('nothing is left of a problem that was never raised', () => {
    for (const suppression of ['none', 'muted'] as const) {
      const { state } = judge(failing({ streak: 3 }), 'passed', 'R5', suppression)
      assert.ok(isTrivial(state))
    }
  })

  test('switching the check off keeps what is owed, and forgets the rest', () => {
    const state = deactivatedState(before)
    assert.deepEqual(state, {
      ...initialAlertState,
      autoIncidentId: 'incident',
      lastClosedAt: 4,
      owed: [1, 2],
      open: 'failed',
      episodeSince: before.episodeSince,
    })
  })

  test('only a state like that of a new check is trivial', () => {
    assert.ok(isTrivial(structuredClone(initialAlertState)))
    for (const given of [{ open: 'failed' }, { owed: [1] }, kept, { status: 'failed' }] as const) {
      assert.ok(!isTrivial({ ...initialAlertState, ...given }))
    }
  })
})
