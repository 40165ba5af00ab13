import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { settingsInWords } from './settings-in-words.ts'

suite('alert settings in words', () => {
  test('say after how many runs, and how often they remind', () => {
    const words = settingsInWords({
      escalationType: 'RUN_BASED',
      runBasedEscalation: { failedRunThreshold: 2 },
      reminders: { amount: 3, interval: 5 },
      parallelRunFailureThreshold: { enabled: true, percentage: 50 },
    })
    assert.deepEqual(words, [
      'Alerts after 2 failed runs in a row.',
      'Then reminds every 5 minutes, 3 times.',
      'A check that runs at several locations at once counts as failed when 50 % of them fail.',
    ])
  })

  test('say after how many minutes, and that they remind until it recovers', () => {
    const words = settingsInWords({
      escalationType: 'TIME_BASED',
      timeBasedEscalation: { minutesFailingThreshold: 10 },
      reminders: { amount: 100_000, interval: 1 },
    })
    assert.deepEqual(words, [
      'Alerts once a check has been failing for 10 minutes.',
      'Then reminds every minute until it recovers.',
    ])
  })

  test('leave out what is not readable yet', () => {
    assert.deepEqual(settingsInWords({ escalationType: 'TIME_BASED', reminders: { amount: 2 } }), [])
  })
})
