import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createValidator } from '../validation/validator.ts'
import { AllowedHosts, isAllowedHost } from './allowed-hosts.ts'

const cases: readonly [entry: string, host: string, port: string, isAllowed: boolean][] = [
  ['pr.example.com', 'pr.example.com', '443', true],
  ['pr.example.com', 'PR.Example.com.', '8443', true],
  ['PR.example.com', 'pr.example.com', '80', true],
  ['pr.example.com', 'xpr.example.com', '443', false],
  ['pr.example.com', 'pr.example.com.evil.test', '443', false],
  ['pr.example.com', 'a.pr.example.com', '443', false],
  ['pr.example.com:3000', 'pr.example.com', '3000', true],
  ['pr.example.com:3000', 'pr.example.com', '443', false],
  ['*.example.com', 'pr-7.example.com', '443', true],
  ['*.example.com', 'a.b.example.com', '443', true],
  ['*.example.com', 'example.com', '443', false],
  ['*.example.com', 'evilexample.com', '443', false],
  ['[::1]:3000', '[::1]', '3000', true],
  ['[::1]', '::1', '443', true],
  ['[::1]:3000', '::1', '3001', false],
  ['192.0.2.1', '192.0.2.1', '443', true],
  ['192.0.2.1', '192.0.2.10', '443', false],
]
for (const [entry, host, port, isAllowed] of cases) {
  test(`${host} port ${port} is ${isAllowed ? '' : 'not '}allowed by ${entry}`, () => {
    assert.equal(isAllowedHost([entry], { host, port }), isAllowed)
  })
}

test('an entry is a host, and neither everything nor an address', () => {
  const validate = createValidator().compile(AllowedHosts, { complete: true })
  for (const [entry] of cases) assert.deepEqual(validate([entry]), [], entry)
  for (const entry of [
    '*',
    '*.',
    '*:80',
    'https://x.test',
    'x.test/a',
    'a b',
    '',
    '*.*.x',
    'x.test:0',
    'u@x',
  ]) {
    assert.notDeepEqual(validate([entry]), [], entry)
  }
})
