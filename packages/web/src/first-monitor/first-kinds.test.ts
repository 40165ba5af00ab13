import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { checkKinds } from '@sonde/schema/check-types/check-kinds.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import { firstKinds, proposedName } from './first-kinds.ts'

suite('a target becomes a request:', () => {
  const cases = [
    ['ICMP', '192.0.2.1', { hostname: '192.0.2.1' }],
    ['URL', 'https://example.com/health', { url: 'https://example.com/health' }],
    ['URL', 'example.com', { url: 'https://example.com' }],
    ['URL', 'http://example.com', { url: 'http://example.com' }],
    ['TCP', 'example.com:22', { hostname: 'example.com', port: 22 }],
    ['TCP', '[2001:db8::1]:22', { hostname: '2001:db8::1', port: 22 }],
    ['TCP', 'example.com', { hostname: 'example.com' }],
    ['DNS', 'example.com', { query: 'example.com', recordType: 'A' }],
    ['SSL', 'example.com', { sslConfig: { hostname: 'example.com' } }],
    ['SSL', 'example.com:8443', { sslConfig: { hostname: 'example.com', port: 8443 } }],
    ['SSL', '2001:db8::1', { sslConfig: { hostname: '2001:db8::1' } }],
  ] as const
  for (const [checkType, target, request] of cases) {
    test(`${checkType} ${target}`, () => {
      const kind = firstKinds.find((one) => one.checkType === checkType)
      assert.deepEqual(kind?.requestFor(target), request)
    })
  }
})

suite('every kind makes its example', () => {
  for (const { checkType, example, segment, requestFor, fields } of firstKinds) {
    test(checkType, () => {
      const kind = checkKinds.find((one) => one.checkType === checkType)
      assert.ok(kind)
      assert.equal(segment, kind.segment)
      const request = requestFor(example)
      assert.deepEqual(createValidator().compile(kind.create, { complete: true })({ name: 'x', request }), [])
      for (const field of fields) assert.match(field, /^request\./)
    })
  }
})

suite('the proposed name', () => {
  const cases = [
    ['https://www.example.com/health?x=1', 'www.example.com/health'],
    ['https://user:secret@example.com/', 'example.com'],
    ['example.com:22', 'example.com:22'],
    [' 192.0.2.1 ', '192.0.2.1'],
    ['', ''],
  ] as const
  for (const [target, name] of cases)
    test(`of "${target}" is "${name}"`, () => assert.equal(proposedName(target), name))
})
