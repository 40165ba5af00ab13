import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PartialOccurrence } from '@sonde/store/alerts/alert-state.ts'
import {
  channelB,
  clockTime,
  createAlertedCheck,
  type Letter,
  lettersOf,
  settingsFor,
  verdicts,
} from '../testing/alerted-check.ts'
import { joinRun, type OccurrencePlan } from './occurrence.ts'

/** A check that runs everywhere at once; each text has a letter per location, in the order in which runs end. */
function createParallelCheck(escalation: string, threshold: OccurrencePlan['threshold']) {
  const check = createAlertedCheck(settingsFor(escalation))
  let minute = 0
  return {
    log: check.log,
    /** Gives after how many runs the occurrence was closed. */
    run(letters: string): number | null {
      const dueAt = clockTime('10:00') + minute * 60_000
      minute += 1
      const says = lettersOf(letters)
      const expected = says.map((_, index) => `location-${index}`)
      let partial: PartialOccurrence | null = null
      let closedAfter: number | null = null
      for (const [index, letter] of says.entries()) {
        const run = { scheduledAt: dueAt, origin: `location-${index}`, verdict: verdicts[letter] }
        const step = joinRun(partial, run, { expected, carried: {}, threshold })
        partial = step.partial
        if (step.closed === null) continue
        closedAfter = index + 1
        check.close(letterOf(step.closed.verdict), dueAt, { isOwn: step.closed.isOwn })
      }
      return closedAfter
    },
  }
}

function letterOf(verdict: 'passed' | 'degraded' | 'failed'): Letter {
  return verdict === 'passed' ? 'P' : verdict === 'degraded' ? 'D' : 'F'
}

test('alerting case 29: without a threshold one failure alerts, before the slow locations are done', () => {
  const check = createParallelCheck('R1', null)
  assert.equal(check.run('P F P P'), 2)
  assert.deepEqual(check.log, ['10:00 ALERT_FAILURE AB'])
})

test('alerting case 30: at 50 % of four, one failure is silent, two alert, one again recovers', () => {
  const check = createParallelCheck('R1', { enabled: true, percentage: 50 })
  check.run('F P P P')
  check.run('F P F P')
  check.run('P P P F')
  assert.deepEqual(check.log, ['10:01 ALERT_FAILURE AB', '10:02 ALERT_RECOVERY AB'])
})

test('alerting case 30: at 70 % of three, two failures are silent and three alert', () => {
  const check = createParallelCheck('R1', { enabled: true, percentage: 70 })
  check.run('F P F')
  check.run('F F F')
  assert.deepEqual(check.log, ['10:01 ALERT_FAILURE AB'])
})

test('alerting case 31: failed and degraded together reach the share: degraded', () => {
  const check = createParallelCheck('R1', { enabled: true, percentage: 50 })
  check.run('F D P P')
  assert.deepEqual(check.log, ['10:00 ALERT_DEGRADED A'])
})

test('alerting case 32: an unavailable location leaves the share', () => {
  const check = createParallelCheck('R1', { enabled: true, percentage: 50 })
  check.run('F P P')
  check.run('F F P')
  assert.deepEqual(check.log, ['10:01 ALERT_FAILURE AB'])
})

for (const [escalation, expected] of [
  ['R1', { at: 60_400, alert: 'ALERT_FAILURE B' }],
  ['R3', { at: 200_400, alert: 'ALERT_FAILURE_REMAIN B' }],
] as const) {
  test(`alerting case 33: ${escalation}, in parallel, slots that skip a slow failing location neither recover nor count`, () => {
    const check = createAlertedCheck(settingsFor(escalation), [channelB])
    const partials = new Map<number, PartialOccurrence>()
    const alertedAt: number[] = []
    let isOpen = false
    let lastOfB: 'failed' | null = null

    function end(
      run: { scheduledAt: number; origin: 'a' | 'b' },
      ownRuns: readonly string[],
      at: number,
    ): void {
      const said = run.origin === 'a' ? 'passed' : 'failed'
      const isCarried = !ownRuns.includes('b') && lastOfB !== null
      const step = joinRun(
        partials.get(run.scheduledAt) ?? null,
        { ...run, verdict: said },
        {
          expected: ownRuns,
          carried: isCarried ? { b: 'failed' } : {},
          threshold: null,
        },
      )
      if (step.partial === null) partials.delete(run.scheduledAt)
      else partials.set(run.scheduledAt, step.partial)
      if (step.closed === null) return
      const before = check.log.length
      check.close(letterOf(step.closed.verdict), run.scheduledAt, { at, isOwn: step.closed.isOwn })
      if (check.log.length > before) alertedAt.push(at)
    }

    const events: { at: number; happens(): void }[] = []
    const startSlot = (slotAt: number) => {
      const ownRuns = isOpen ? ['a'] : ['a', 'b']
      events.push({
        at: slotAt + 200,
        happens: () => end({ scheduledAt: slotAt, origin: 'a' }, ownRuns, slotAt + 200),
      })
      if (isOpen) return
      isOpen = true
      events.push({
        at: slotAt + 60_400,
        happens() {
          isOpen = false
          lastOfB = 'failed'
          end({ scheduledAt: slotAt, origin: 'b' }, ownRuns, slotAt + 60_400)
        },
      })
    }
    for (let slotAt = 0; slotAt < 600_000; slotAt += 10_000) {
      events.push({ at: slotAt, happens: () => startSlot(slotAt) })
    }
    while (events.length > 0) {
      events.sort((one, other) => one.at - other.at)
      events.shift()?.happens()
    }
    assert.deepEqual(
      check.log.map((line) => line.replace(/^\S+ /, '')),
      [expected.alert],
    )
    assert.deepEqual(alertedAt, [expected.at])
  })
}
