import assert from 'node:assert/strict'
import { test } from 'node:test'
import { credentialsIn, mayHoldCredentials } from './url-credentials.ts'

test('the password of an address is a secret, as it is meant and together with its user', () => {
  const credentials = (url: string) => credentialsIn({ request: { url, port: 1 } })
  assert.deepEqual(credentials('https://u:p%40ss@h.test/x'), ['p@ss', 'u:p@ss'])
  assert.deepEqual(credentials('https://u:50%@h.test/'), ['50%', 'u:50%'])
  assert.deepEqual(credentials('https://h.test/u:p@x'), [])
  assert.deepEqual(credentials('https://u@h.test/'), [])
  assert.deepEqual(credentialsIn(null), [])
})

test('a configuration that may hold a password is noticed cheaply', () => {
  assert.equal(mayHoldCredentials('{"request":{"url":"https://u:p@h"}}'), true)
  assert.equal(mayHoldCredentials('{"request":{"url":"https://h"}}'), false)
})

test('a long text is looked through once, whatever it holds', () => {
  const startedMs = performance.now()
  for (const text of ['x'.repeat(1_000_000), '://'.repeat(300_000), 'a:'.repeat(300_000)]) {
    credentialsIn({ request: { data: `${text} ://@` } })
  }
  // Seconds where a pattern would take hours.
  assert.ok(performance.now() - startedMs < 30_000)
})
