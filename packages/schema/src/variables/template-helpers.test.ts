import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { callHelpers } from './template-helpers.ts'

const now = Date.UTC(2024, 2, 31, 12, 34, 56)

suite('helpers of templates', () => {
  test('a UUID and a number are new for every occurrence', () => {
    const [one, other] = callHelpers('{{$UUID}} {{ $UUID }}', now).split(' ')
    assert.match(one ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.notEqual(one, other)
    for (let time = 0; time < 100; time += 1) {
      const number = Number(callHelpers('{{$RANDOM_NUMBER}}', now))
      assert.ok(Number.isInteger(number) && number >= 0 && number <= 10_000, String(number))
    }
  })

  const moments: [string, string][] = [
    ['{{moment "YYYY-MM-DD HH:mm:ss"}}', '2024-03-31 12:34:56'],
    ['{{ moment "2 days ago" "YYYY-MM-DD" }}', '2024-03-29'],
    ['{{moment "last week" "X"}}', String(Date.UTC(2024, 2, 24, 12, 34, 56) / 1000)],
    ['{{moment "last month" "YYYY-MM-DD"}}', '2024-02-29'],
    ['{{moment "next year" "YYYY-MM-DD"}}', '2025-03-31'],
    ['{{moment "in 3 hours" "HH"}}', '15'],
    ['{{moment "1 minute ago" "mm"}}', '33'],
    ['{{moment "yesterday" "DD"}}/{{moment "tomorrow" "DD"}}', '30/01'],
    ['{{moment "now" "x"}}', String(now)],
  ]
  for (const [template, text] of moments) {
    test(`${template} is ${text}`, () => assert.equal(callHelpers(template, now), text))
  }

  for (const text of [
    '{{moment}}',
    '{{moment "the day after" "YYYY"}}',
    '{{moment "last constructor" "YYYY"}}',
    '{{#if x}}{{NAME}}{{{NAME}}}',
    '{{$OTHER}}',
    'no braces',
  ]) {
    test(`${text} stays as it is written`, () => assert.equal(callHelpers(text, now), text))
  }
})
