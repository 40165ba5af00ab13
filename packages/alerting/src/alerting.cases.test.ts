import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clockTime, createAlertedCheck, settingsFor } from '../testing/alerted-check.ts'

/** What is sent about these verdicts, a minute apart from 10:00 on, to channel A (everything) and B (no degraded). */
function sentFor(escalation: string, letters: string): string[] {
  const check = createAlertedCheck(settingsFor(escalation))
  check.run(letters, '10:00')
  return check.log
}

for (const [number, escalation, letters, expected] of [
  [1, 'R1', 'P F F P', ['10:01 ALERT_FAILURE AB', '10:03 ALERT_RECOVERY AB']],
  [
    2,
    'R1',
    'P F P F P F P',
    [
      '10:01 ALERT_FAILURE AB',
      '10:02 ALERT_RECOVERY AB',
      '10:03 ALERT_FAILURE AB',
      '10:04 ALERT_RECOVERY AB',
      '10:05 ALERT_FAILURE AB',
      '10:06 ALERT_RECOVERY AB',
    ],
  ],
  [3, 'R3', 'P F F P F F P', []],
  [4, 'R3', 'P F F F F P', ['10:03 ALERT_FAILURE_REMAIN AB', '10:05 ALERT_RECOVERY AB']],
  [5, 'R2', 'P D D P', ['10:02 ALERT_DEGRADED_REMAIN A', '10:03 ALERT_DEGRADED_RECOVERY A']],
  [6, 'R1', 'P D P', ['10:01 ALERT_DEGRADED A', '10:02 ALERT_DEGRADED_RECOVERY A']],
  [7, 'R5', 'P D F', ['10:02 ALERT_DEGRADED_FAILURE AB']],
  [8, 'R5', 'P F D P', ['10:02 ALERT_FAILURE_DEGRADED A', '10:03 ALERT_DEGRADED_RECOVERY A']],
  [
    9,
    'R1',
    'P F D P',
    ['10:01 ALERT_FAILURE AB', '10:02 ALERT_FAILURE_DEGRADED A', '10:03 ALERT_DEGRADED_RECOVERY AB'],
  ],
  [
    10,
    'R1',
    'P D F D P',
    [
      '10:01 ALERT_DEGRADED A',
      '10:02 ALERT_DEGRADED_FAILURE AB',
      '10:03 ALERT_FAILURE_DEGRADED A',
      '10:04 ALERT_DEGRADED_RECOVERY AB',
    ],
  ],
] as const) {
  test(`alerting case ${number}: ${escalation} with ${letters}`, () => {
    assert.deepEqual(sentFor(escalation, letters), expected)
  })
}

test('alerting case 11: a time threshold alerts at the first occurrence due at or after it, however quick it ran', () => {
  const check = createAlertedCheck(settingsFor('T10'))
  for (let minute = 0; minute <= 12; minute += 1) {
    const dueAt = clockTime('10:00') + minute * 60_000
    check.close('F', dueAt, { at: dueAt + (minute === 10 ? 100 : 500) })
  }
  assert.deepEqual(check.log, ['10:10 ALERT_FAILURE_REMAIN AB'])
})

test('alerting case 11: a pass at the threshold means no alert at all', () => {
  const check = createAlertedCheck(settingsFor('T10'))
  check.runAll('F', '10:00', '10:09')
  check.run('P', '10:10')
  assert.deepEqual(check.log, [])
})

test('alerting case 12: on an hourly check a threshold of five minutes alerts at the second failure', () => {
  const check = createAlertedCheck(settingsFor('T5'))
  check.run('F F', '10:00', 60)
  assert.deepEqual(check.log, ['11:00 ALERT_FAILURE_REMAIN AB'])
})

test('alerting case 13: a pass starts the time over', () => {
  const check = createAlertedCheck(settingsFor('T10'))
  check.runAll('F', '10:00', '10:05')
  check.run('P', '10:06')
  check.runAll('F', '10:07', '10:17')
  assert.deepEqual(check.log, ['10:17 ALERT_FAILURE_REMAIN AB'])
})

const twice = { reminders: { amount: 2, interval: 5 } }

test('alerting case 14: reminders come by the clock, not by the frequency', () => {
  const check = createAlertedCheck(settingsFor('R1', twice))
  check.run('F P', '10:00', 60)
  assert.deepEqual(check.log, [
    '10:00 ALERT_FAILURE AB',
    '10:05 ALERT_FAILURE_REMAIN #1 AB',
    '10:10 ALERT_FAILURE_REMAIN #2 AB',
    '11:00 ALERT_RECOVERY AB',
  ])
})

test('alerting case 15: a recovery ends the series', () => {
  const check = createAlertedCheck(settingsFor('R1', twice))
  check.run('F P', '10:00', 7)
  check.waitUntil('12:00')
  assert.deepEqual(check.log, [
    '10:00 ALERT_FAILURE AB',
    '10:05 ALERT_FAILURE_REMAIN #1 AB',
    '10:07 ALERT_RECOVERY AB',
  ])
})

test('alerting case 16: reminders until recovery, every half hour through a day', () => {
  const check = createAlertedCheck(settingsFor('R1', { reminders: { amount: 100_000, interval: 30 } }))
  check.run('F', '10:00')
  check.run('P', '33:59')
  const expected = Array.from({ length: 47 }, (_, index) => {
    const minutes = 600 + 30 * (index + 1)
    const time = [Math.floor(minutes / 60), minutes % 60]
      .map((part) => String(part).padStart(2, '0'))
      .join(':')
    return `${time} ALERT_FAILURE_REMAIN #${index + 1} AB`
  })
  assert.deepEqual(check.log, ['10:00 ALERT_FAILURE AB', ...expected, '33:59 ALERT_RECOVERY AB'])
})

test('alerting case 17: a new problem alert starts the reminders over, with its own class', () => {
  const check = createAlertedCheck(settingsFor('R1', { reminders: { amount: 3, interval: 10 } }))
  check.run('F D', '10:00', 12)
  check.waitUntil('12:00')
  assert.deepEqual(check.log, [
    '10:00 ALERT_FAILURE AB',
    '10:10 ALERT_FAILURE_REMAIN #1 AB',
    '10:12 ALERT_FAILURE_DEGRADED A',
    '10:22 ALERT_DEGRADED_REMAIN #1 A',
    '10:32 ALERT_DEGRADED_REMAIN #2 A',
    '10:42 ALERT_DEGRADED_REMAIN #3 A',
  ])
})

test('alerting case 18: after a time without the service one reminder is sent, with the latest number', () => {
  const check = createAlertedCheck(settingsFor('R1', { reminders: { amount: 5, interval: 5 } }))
  check.run('F', '10:00')
  check.restart()
  check.tickAt(clockTime('10:30'))
  check.waitUntil('12:00')
  assert.deepEqual(check.log, ['10:00 ALERT_FAILURE AB', '10:30 ALERT_FAILURE_REMAIN #5 AB'])
})

test('alerting case 19: a check that still fails when it is unmuted is told of, once', () => {
  const check = createAlertedCheck(settingsFor('R1'))
  check.mute()
  check.run('P F F', '10:00')
  check.unmute()
  check.run('F F P', '10:03')
  assert.deepEqual(check.log, ['10:03 ALERT_FAILURE_REMAIN AB', '10:05 ALERT_RECOVERY AB'])
})

test('alerting case 19: what began and ended while muted stays untold', () => {
  const check = createAlertedCheck(settingsFor('R1'))
  check.mute()
  check.run('P F F P', '10:00')
  check.unmute()
  check.run('P', '10:04')
  assert.deepEqual(check.log, [])
})

test('alerting case 20: a recovery while muted is told at the first pass after it, once', () => {
  const check = createAlertedCheck(settingsFor('R1'))
  check.run('F', '10:00')
  check.mute()
  check.run('P P', '10:01')
  check.unmute()
  check.run('P P', '10:03')
  assert.deepEqual(check.log, ['10:00 ALERT_FAILURE AB', '10:03 ALERT_RECOVERY AB'])
})

test('alerting case 21: a threshold that is met after unmuting raises as usual', () => {
  const check = createAlertedCheck(settingsFor('R3'))
  check.mute()
  check.run('F F', '10:00')
  check.unmute()
  check.run('F', '10:02')
  assert.deepEqual(check.log, ['10:02 ALERT_FAILURE_REMAIN AB'])
})

test('alerting case 22: a check that is switched off reminds nobody any more', () => {
  const check = createAlertedCheck(settingsFor('R1', twice))
  check.run('F', '10:00')
  check.deactivate()
  check.waitUntil('12:00')
  assert.deepEqual(check.log, ['10:00 ALERT_FAILURE AB'])
})

for (const [letter, expected] of [
  ['P', '10:30 ALERT_RECOVERY AB'],
  ['F', '10:30 ALERT_FAILURE AB'],
] as const) {
  test(`alerting case 23: switched on again, and the first run is ${letter}`, () => {
    const check = createAlertedCheck(settingsFor('R1'))
    check.run('F', '10:00')
    check.deactivate()
    check.restart()
    check.run(letter, '10:30')
    assert.deepEqual(check.log, ['10:00 ALERT_FAILURE AB', expected])
  })
}

test('alerting case 33: round-robin between a broken and a working location flaps with R1 and is silent with R2', () => {
  assert.deepEqual(sentFor('R1', 'F P F P'), [
    '10:00 ALERT_FAILURE AB',
    '10:01 ALERT_RECOVERY AB',
    '10:02 ALERT_FAILURE AB',
    '10:03 ALERT_RECOVERY AB',
  ])
  assert.deepEqual(sentFor('R2', 'F P F P'), [])
})

test('alerting case 39: a threshold that is lowered below the streak alerts at the next failure', () => {
  const check = createAlertedCheck(settingsFor('R5'))
  check.run('F F F', '10:00')
  check.use(settingsFor('R2'))
  check.run('F', '10:03')
  assert.deepEqual(check.log, ['10:03 ALERT_FAILURE_REMAIN AB'])
})

test('alerting case 40: a problem that began in silence is told when the silence ends', () => {
  const check = createAlertedCheck(settingsFor('R1'))
  check.silence('02:00', '04:00')
  check.runAll('P', '01:55', '02:09')
  check.runAll('F', '02:10', '06:00')
  check.run('P', '06:01')
  assert.deepEqual(check.log, ['04:00 ALERT_FAILURE_REMAIN AB', '06:01 ALERT_RECOVERY AB'])
})

test('alerting case 40: a problem that began and ended in silence is not told', () => {
  const check = createAlertedCheck(settingsFor('R1'))
  check.silence('02:00', '04:00')
  check.runAll('F', '02:10', '03:30')
  check.runAll('P', '03:31', '04:30')
  assert.deepEqual(check.log, [])
})

test('alerting case 41: a recovery in silence is told when the silence ends', () => {
  const check = createAlertedCheck(settingsFor('R1'))
  check.silence('02:00', '04:00')
  check.runAll('F', '01:50', '02:59')
  check.runAll('P', '03:00', '04:10')
  assert.deepEqual(check.log, ['01:50 ALERT_FAILURE AB', '04:00 ALERT_RECOVERY AB'])
})

test('alerting case 42: a pause freezes the state, and reminders go on after it', () => {
  const check = createAlertedCheck(settingsFor('R1', { reminders: { amount: 100_000, interval: 5 } }))
  check.pause('02:00', '04:00')
  check.runAll('F', '01:50', '01:59')
  check.run('F F P', '04:00', 3)
  assert.deepEqual(check.log, [
    '01:50 ALERT_FAILURE AB',
    '01:55 ALERT_FAILURE_REMAIN #1 AB',
    '04:00 ALERT_FAILURE_REMAIN #26 AB',
    '04:05 ALERT_FAILURE_REMAIN #27 AB',
    '04:06 ALERT_RECOVERY AB',
  ])
})

test('alerting case 43: failures in silence count towards the threshold', () => {
  const check = createAlertedCheck(settingsFor('R3'))
  check.silence('01:00', '02:00')
  check.run('F F F', '01:58')
  assert.deepEqual(check.log, ['02:00 ALERT_FAILURE_REMAIN AB'])
})

test('alerting case 55: a run without a say neither counts nor resets', () => {
  assert.deepEqual(sentFor('R2', 'F - F'), ['10:02 ALERT_FAILURE_REMAIN AB'])
  assert.deepEqual(sentFor('R2', 'P -'), [])
})
