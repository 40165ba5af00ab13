import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { alertSettings, alertsUnderTest } from '../testing/alerts-under-test.ts'

/** Verdicts by minute and what each channel is sent: A has every flag, B the defaults. */
const sequences: [name: string, escalation: string, letters: string, a: string[], b: string[] | 'as A'][] = [
  ['case 1: a failure and its recovery', 'R1', 'P F F P', ['+2 FAILURE', '+4 RECOVERY'], 'as A'],
  [
    'case 2: flapping is not damped',
    'R1',
    'P F P F P F P',
    ['+2 FAILURE', '+3 RECOVERY', '+4 FAILURE', '+5 RECOVERY', '+6 FAILURE', '+7 RECOVERY'],
    'as A',
  ],
  ['case 3: below the threshold nothing is sent', 'R3', 'P F F P F F P', [], 'as A'],
  [
    'case 4: the third failure alerts, the fourth does not',
    'R3',
    'P F F F F P',
    ['+4 FAILURE_REMAIN', '+6 RECOVERY'],
    'as A',
  ],
  ['case 5: degraded for two runs', 'R2', 'P D D P', ['+3 DEGRADED_REMAIN', '+4 DEGRADED_RECOVERY'], []],
  ['case 6: degraded once', 'R1', 'P D P', ['+2 DEGRADED', '+3 DEGRADED_RECOVERY'], []],
  ['case 7: from degraded to failing no threshold counts', 'R5', 'P D F', ['+3 DEGRADED_FAILURE'], 'as A'],
  [
    'case 8: from failing to degraded neither',
    'R5',
    'P F D P',
    ['+3 FAILURE_DEGRADED', '+4 DEGRADED_RECOVERY'],
    [],
  ],
  [
    'case 9: who heard of the failure hears of the recovery from degraded',
    'R1',
    'P F D P',
    ['+2 FAILURE', '+3 FAILURE_DEGRADED', '+4 DEGRADED_RECOVERY'],
    ['+2 FAILURE', '+4 DEGRADED_RECOVERY'],
  ],
  [
    'case 10: four messages of one episode',
    'R1',
    'P D F D P',
    ['+2 DEGRADED', '+3 DEGRADED_FAILURE', '+4 FAILURE_DEGRADED', '+5 DEGRADED_RECOVERY'],
    ['+3 DEGRADED_FAILURE', '+5 DEGRADED_RECOVERY'],
  ],
  ['case 11: ten minutes of failing alert once', 'T10', 'FFFFFFFFFFFFF', ['+11 FAILURE_REMAIN'], 'as A'],
  ['case 11: a pass after ten minutes of failing', 'T10', 'FFFFFFFFFF P F', [], 'as A'],
  [
    'case 13: a pass resets the time of failing',
    'T10',
    'FFFFFF P FFFFFFFFFFF',
    ['+18 FAILURE_REMAIN'],
    'as A',
  ],
  ['case 55: an error between two failures', 'R2', 'F E F', ['+3 FAILURE_REMAIN'], 'as A'],
]

forOneEngine('sequences of verdicts', (engine) => {
  for (const [name, escalation, letters, a, b] of sequences) {
    test(`alerting ${name}`, async (t) => {
      const under = await alertsUnderTest(t, engine)
      const channels = await under.addChannels()
      const check = await under.addAlerting(alertSettings(escalation))
      await under.subscribe(check, channels.a, channels.b)
      await under.play(letters)
      assert.deepEqual(await under.sent(channels.a), a)
      assert.deepEqual(await under.sent(channels.b), b === 'as A' ? a : b)
    })
  }
})
