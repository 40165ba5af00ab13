import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { minuteMs, secondMs } from './durations.ts'
import { createStandingTrouble } from './standing-trouble.ts'

suite('a trouble that stands', () => {
  test('is told when it begins, once a minute with how often, and when it is over', () => {
    const { trouble, lines, pass } = troubleUnderTest()
    for (let second = 0; second < 150; second += 1) {
      trouble.happened({ second })
      pass(secondMs)
    }
    trouble.worked()
    assert.deepEqual(lines.splice(0), [
      ['error', { second: 0 }, 'it fails'],
      ['error', { second: 60, times: 60 }, 'it fails'],
      ['error', { second: 120, times: 60 }, 'it fails'],
    ])
    pass(9 * secondMs)
    trouble.worked()
    assert.deepEqual(lines, [['info', { times: 150 }, 'it works again']])
    trouble.worked()
    assert.equal(lines.length, 1, 'the end was told twice')
  })

  test('that comes and goes is one error a minute, and none goes uncounted', () => {
    const { trouble, lines, pass } = troubleUnderTest()
    for (let turn = 0; turn < 20; turn += 1) {
      trouble.happened({})
      pass(secondMs)
      trouble.worked()
      pass(11 * secondMs)
      trouble.worked()
    }
    const errors = lines.filter(([level]) => level === 'error')
    assert.equal(errors.length, 4, 'twenty failures within four minutes')
    const ends = lines.flatMap(([level, fields]) => (level === 'info' ? [fields] : []))
    assert.equal(
      ends.reduce((sum, { times = 0 }) => sum + times, 0),
      20,
    )
  })

  test('that begins again after more than a minute is told at once', () => {
    const { trouble, lines, pass } = troubleUnderTest()
    trouble.happened({})
    pass(10 * secondMs)
    trouble.worked()
    pass(minuteMs)
    trouble.happened({ again: true })
    assert.deepEqual(lines.at(-1), ['error', { again: true }, 'it fails'])
  })
})

function troubleUnderTest() {
  let now = 0
  const lines: [level: string, fields: { times?: number }, message: string][] = []
  const line = (level: string) => (fields: object, message: string) =>
    void lines.push([level, fields, message])
  const log = { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') }
  const messages = { message: 'it fails', overMessage: 'it works again' }
  const trouble = createStandingTrouble({ clock: { now: () => now }, log, ...messages })
  return { trouble, lines, pass: (ms: number) => void (now += ms) }
}
