import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanErrorMessage } from './clean-error-message.ts'

const cleaned: [string, string, string][] = [
  ['a duration', 'timeout after 3001ms', 'timeout after <duration>'],
  ['a duration with its unit apart', 'waited 30.5 seconds', 'waited <duration>'],
  ['a number', 'expected 12 to equal 1,300.5', 'expected <number> to equal <number>'],
  ['a status', 'status 404', 'status 404'],
  ['a status after HTTP', 'HTTP 503 from origin', 'HTTP 503 from origin'],
  ['a status after the version of HTTP', 'HTTP/1.1 500', 'HTTP/<number> 500'],
  ['a status code', 'Request failed with status code: 429', 'Request failed with status code: 429'],
  ['a statusCode', '{"statusCode":401}', '{"statusCode":401}'],
  [
    'a number that is no status',
    'status 700, code 99, code 1000',
    'status <number>, code <number>, code <number>',
  ],
  ['a number that only looks like one', 'found 404 items', 'found <number> items'],
  ['a UUID', 'order 6f0c2f5e-7c1d-4a53-9f6e-2b8a4c1d0e99 not found', 'order <id> not found'],
  ['a hexadecimal id', 'at 0x7ffdeadbeef in a1b2c3d4e5f6', 'at <id> in <id>'],
  ['a word of hexadecimal letters', 'the facade defaced', 'the facade defaced'],
  ['a moment', 'at 2026-11-15T15:22:07.123Z', 'at <time>'],
  ['a moment without its T', 'at 2026-11-15 15:22:07 and 15:22:08.5', 'at <time> and <time>'],
  ['a day', 'expired on 2026-11-15.', 'expired on <time>.'],
  ['a day in words', 'expires in 5 days (Nov 21, 2026)', 'expires in <number> days (<time>)'],
  ['a moment in words', 'expired on Nov 5, 2026, 02:14 UTC', 'expired on <time>'],
  [
    'the query of an address',
    'GET https://shop.example/cart?session=a&id=b failed',
    'GET https://shop.example/cart?<query> failed',
  ],
  ['a question', 'really? yes', 'really? yes'],
  ['a temporary path', "ENOENT: '/tmp/run-abc/x.js'", "ENOENT: '<path>'"],
  ['a temporary path of macOS', 'in /private/var/folders/ab/cd/T/x.js:3', 'in <path>:<number>'],
  ['a temporary path of Windows', 'in C:\\Users\\ann\\AppData\\Local\\Temp\\x.js', 'in <path>'],
  ['colours', '\u001B[31mError\u001B[39m: \u001B[1mno\u001B[22m', 'Error: no'],
  ['a link of a terminal', '\u001B]8;;https://x.example\u0007text\u001B]8;;\u0007', 'text'],
  ['white space', '  a \n\t b\r\n ', 'a b'],
]
for (const [what, message, expected] of cleaned) {
  test(`cleaning: ${what}`, () => assert.equal(cleanErrorMessage(message), expected))
}

test('SA 57: two durations are one failure, two statuses are two', () => {
  assert.equal(cleanErrorMessage('timeout after 3001ms'), cleanErrorMessage('timeout after 2999ms'))
  assert.notEqual(cleanErrorMessage('status 404'), cleanErrorMessage('status 500'))
})

test('2,000 characters are kept, and no half of one', () => {
  assert.equal(cleanErrorMessage('x'.repeat(5_000)).length, 2_000)
  const cut = cleanErrorMessage(`${'x'.repeat(1_999)}🦊🦊`)
  assert.ok(cut.isWellFormed())
})

test('what was cleaned stays as it is', () => {
  for (const [, message] of cleaned) {
    const once = cleanErrorMessage(message)
    assert.equal(cleanErrorMessage(once), once)
  }
})

const hostile: [string, string][] = [
  ['digits', '9'.repeat(1_000_000)],
  ['digits and dots', '9.'.repeat(500_000)],
  ['addresses', 'http://'.repeat(150_000)],
  ['escapes', '\u001B['.repeat(500_000)],
  ['links', '\u001B]'.repeat(500_000)],
  ['hexadecimal digits', 'a1'.repeat(500_000)],
  ['dashes', '12345678-1234-'.repeat(70_000)],
  ['paths', '/tmp/'.repeat(200_000)],
  ['blanks', ' '.repeat(1_000_000)],
  ['times', '2026-11-15T'.repeat(90_000)],
]
for (const [what, message] of hostile) {
  test(`a megabyte of ${what} is cleaned at once`, () => {
    const before = process.cpuUsage()
    assert.ok(cleanErrorMessage(message).length <= 2_000)
    const tookMs = process.cpuUsage(before).user / 1_000
    assert.ok(tookMs < 500, `${tookMs} ms`)
  })
}
