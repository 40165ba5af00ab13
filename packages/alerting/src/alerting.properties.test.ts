import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rounds } from '@sonde/ground/testing/thoroughness.ts'
import { minuteMs } from '@sonde/ground/durations.ts'
import { classOf } from '@sonde/schema/alerts/alert.ts'
import type { TargetVerdict } from '@sonde/schema/runs/verdict.ts'
import { type AlertState, initialAlertState } from '@sonde/store/alerts/alert-state.ts'
import * as fc from 'fast-check'
import type { CompleteAlertSettings } from './effective-alert-settings.ts'
import { afterSending, keepOwed, recipientsOf } from './recipients.ts'
import { remind } from './reminders.ts'
import { type CheckAlertType, deactivatedState, decide, isTrivial, type Suppression } from './transitions.ts'

type Step =
  | { kind: 'occurrence'; verdict: TargetVerdict | null; isOwn: boolean; afterMinutes: number }
  | { kind: 'suppress'; suppression: Suppression }
  | { kind: 'deactivate' }
  | { kind: 'settings'; settings: CompleteAlertSettings }
  | { kind: 'clock'; byMinutes: number }
  | { kind: 'tick'; afterMinutes: number }
  | { kind: 'channels'; channels: Channel[] }
  | { kind: 'restart' }

type Channel = { id: number; sendFailure: boolean; sendRecovery: boolean; sendDegraded: boolean }

const settings: fc.Arbitrary<CompleteAlertSettings> = fc.record({
  escalationType: fc.constantFrom('RUN_BASED', 'TIME_BASED'),
  failedRunThreshold: fc.constantFrom(1, 2, 3, 5),
  minutesFailingThreshold: fc.constantFrom(5, 10, 30),
  reminders: fc.record({ amount: fc.constantFrom(0, 1, 2, 5, 100_000), interval: fc.constantFrom(1, 5, 30) }),
  parallelThreshold: fc.constant({ enabled: false, percentage: 10 }),
})

const channels: fc.Arbitrary<Channel[]> = fc
  .uniqueArray(fc.constantFrom(1, 2, 3, 4), { maxLength: 4 })
  .chain((ids) =>
    fc.tuple(
      ...ids.map((id) =>
        fc.record({
          id: fc.constant(id),
          sendFailure: fc.boolean(),
          sendRecovery: fc.boolean(),
          sendDegraded: fc.boolean(),
        }),
      ),
    ),
  )

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('occurrence' as const),
      verdict: fc.constantFrom(
        'passed' as const,
        'degraded' as const,
        'failed' as const,
        'failed' as const,
        null,
      ),
      isOwn: fc.oneof(
        { weight: 9, arbitrary: fc.constant(true) },
        { weight: 1, arbitrary: fc.constant(false) },
      ),
      afterMinutes: fc.integer({ min: 0, max: 12 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('suppress' as const),
      suppression: fc.constantFrom('none' as const, 'none' as const, 'muted' as const, 'silenced' as const),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'deactivate' as const }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('settings' as const), settings }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('clock' as const),
      byMinutes: fc.integer({ min: -2_000, max: 2_000 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('tick' as const),
      afterMinutes: fc.integer({ min: 0, max: 40 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('channels' as const), channels }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'restart' as const }) },
)

type Start = { settings: CompleteAlertSettings; channels: Channel[] }

/** Lives through the steps, and holds what must be true after each of them against the state. */
function createWitness(start: Start) {
  let { settings: current, channels: subscribed } = start
  let state: AlertState = initialAlertState
  let suppression: Suppression = 'none'
  let now = 10_000 * minuteMs
  /** The problem alerts since the last recovery, as people saw them. */
  let told: CheckAlertType[] = []
  /** Who heard of them, and has stayed subscribed since. */
  let toldIds = new Set<number>()
  /** The reminders since the last problem alert. */
  let series: number[] = []
  /** The applied occurrences with the last verdict. */
  let alike: { verdict: TargetVerdict; scheduledAt: number }[] = []

  function send(alertType: CheckAlertType, openBefore: AlertState['open']): void {
    const ids = recipientsOf(alertType, subscribed, { owed: state.owed, openBefore })
    if (classOf(alertType) === 'recovery') {
      for (const channel of subscribed.filter(({ id }) => ids.includes(id))) {
        const isRecoveryOnly = !channel.sendFailure && !channel.sendDegraded
        assert.ok(
          toldIds.has(channel.id) || isRecoveryOnly,
          'a recovery went to somebody who knew of no problem',
        )
      }
      for (const { id, sendRecovery } of subscribed) {
        if (toldIds.has(id) && sendRecovery)
          assert.ok(ids.includes(id), 'somebody who was told is left waiting')
      }
      toldIds = new Set()
    } else {
      toldIds = new Set([...toldIds, ...ids])
    }
    state = afterSending(state, alertType, ids)
    assert.deepEqual(new Set(state.owed), toldIds)
  }

  function close(verdict: TargetVerdict | null, isOwn: boolean): CheckAlertType | null {
    const before = state
    const decision = decide(state, { verdict, scheduledAt: now, isOwn }, current, suppression, now)
    state = decision.state
    const { raise, openBefore } = decision
    if (verdict === null || !isOwn) {
      assert.equal(state, before)
      return null
    }
    if (alike.at(-1)?.verdict !== verdict) alike = []
    alike.push({ verdict, scheduledAt: now })
    if (suppression !== 'none') assert.equal(raise, null, 'an alert was raised while they are suppressed')
    if (raise === null) return null
    if (classOf(raise) === 'recovery') {
      assert.notEqual(openBefore, null, 'a recovery of nothing')
      assert.ok(told.length > 0, 'two recoveries without a problem between them')
      assert.equal(verdict, 'passed')
      told = []
    } else {
      assert.notEqual(verdict, 'passed')
      assert.equal(classOf(raise), verdict === 'failed' ? 'failure' : 'degraded')
      told.push(raise)
      series = []
    }
    send(raise, openBefore)
    return raise
  }

  function tick(): void {
    const step = remind(state, current.reminders, now, suppression !== 'none')
    state = step.state
    if (step.reminder === null) return
    const { sequence, alertType } = step.reminder
    assert.equal(suppression, 'none', 'a reminder while alerts are suppressed')
    assert.notEqual(state.status, 'passed', 'a reminder while passing')
    assert.ok(told.length > 0, 'a reminder of nothing')
    assert.ok(sequence <= current.reminders.amount, 'more reminders than the settings allow')
    assert.ok(sequence > (series.at(-1) ?? 0), 'reminders out of order')
    series.push(sequence)
    assert.ok(series.length <= current.reminders.amount)
    send(alertType, state.open)
  }

  function live(step: Step): void {
    switch (step.kind) {
      case 'occurrence':
        now += step.afterMinutes * minuteMs
        close(step.verdict, step.isOwn)
        break
      case 'suppress':
        suppression = step.suppression
        break
      case 'deactivate':
        state = deactivatedState(state)
        alike = []
        break
      case 'settings':
        current = step.settings
        break
      case 'clock':
        now += step.byMinutes * minuteMs
        break
      case 'tick':
        now += step.afterMinutes * minuteMs
        tick()
        break
      case 'channels': {
        subscribed = step.channels
        const ids = subscribed.map(({ id }) => id)
        state = keepOwed(state, ids)
        toldIds = new Set([...toldIds].filter((id) => ids.includes(id)))
        break
      }
      case 'restart':
        state = JSON.parse(JSON.stringify(isTrivial(state) ? initialAlertState : state))
        break
      default:
        step satisfies never
    }
  }

  function examine(): void {
    const worst = told.some((alertType) => classOf(alertType) === 'failure') ? 'failed' : 'degraded'
    assert.equal(state.open, told.length === 0 ? null : worst)
    const last = alike.at(-1)?.verdict ?? 'passed'
    const status = last === 'passed' ? 'passed' : last === 'failed' ? 'failed' : 'degraded'
    assert.equal(state.status, status)
    if (status === 'passed') {
      assert.deepEqual(
        [state.streak, state.since, state.raised, state.nextReminderAt],
        [0, null, false, null],
      )
      if (state.open !== null) assert.notEqual(state.episodeSince, null)
    } else {
      const dueTimes = alike.map(({ scheduledAt }) => scheduledAt)
      assert.deepEqual([state.streak, state.since], [alike.length, Math.min(...dueTimes)])
      assert.notEqual(state.episodeSince, null)
    }
    if (state.raised) assert.notEqual(state.open, null)
    if (state.nextReminderAt !== null) assert.notEqual(state.remindersFrom, null)
  }

  /** The target is well and nothing is suppressed any more. */
  function end(): void {
    const isTold = told.length > 0
    suppression = 'none'
    now += minuteMs
    const raise = close('passed', true)
    assert.equal(raise !== null, isTold, 'a problem that was told of has no recovery')
    assert.ok(isTrivial(state))
    now += 1_000 * minuteMs
    tick()
  }

  return { live, examine, end }
}

test('whatever happens, problems and recoveries come in turn, and nobody is told half of it', () => {
  fc.assert(
    fc.property(
      fc.record({ settings, channels }),
      fc.array(anyStep, { maxLength: 60, size: 'max' }),
      (start, steps) => {
        const witness = createWitness(start)
        for (const each of steps) {
          witness.live(each)
          witness.examine()
        }
        witness.end()
      },
    ),
    { numRuns: rounds(3_000) },
  )
})
