import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { completedValue } from './completed-value.ts'
import { completeWebAddress, hostAt, hostIn, webAddressAt } from './complete-address.ts'

suite('an address without a scheme is completed:', () => {
  const cases: readonly [typed: string, address: string | null][] = [
    ['shop.example.com/health', 'https://shop.example.com/health'],
    [' shop.example.com ', 'https://shop.example.com'],
    ['//shop.example.com', 'https://shop.example.com'],
    ['localhost:3000/x?y=1', 'https://localhost:3000/x?y=1'],
    ['[2001:db8::1]:8443', 'https://[2001:db8::1]:8443'],
    ['{{HOST}}/health', null],
    ['shop.example.com/{{PATH}}', 'https://shop.example.com/{{PATH}}'],
    ['shop.example.com:{{PORT}}/', 'https://shop.example.com:{{PORT}}/'],
    ['http://shop.example.com', null],
    [' https://shop.example.com', 'https://shop.example.com'],
    ['ftp://shop.example.com', null],
    ['mailto:ops@example.com', null],
    ['not an address', null],
    ['', null],
  ]
  for (const [typed, address] of cases) {
    test(`"${typed}"`, () => assert.equal(completeWebAddress(typed), address))
  }
})

suite('the host is found in', () => {
  const cases: readonly [typed: string, host: ReturnType<typeof hostIn>][] = [
    ['db.example.com', { host: 'db.example.com', port: null, scheme: null }],
    ['db.example.com:5432', { host: 'db.example.com', port: 5432, scheme: null }],
    [
      'https://user:secret@shop.example.com:8443/x',
      { host: 'shop.example.com', port: 8443, scheme: 'https' },
    ],
    ['shop.example.com/health?x=1', { host: 'shop.example.com', port: null, scheme: null }],
    ['[2001:db8::1]:22', { host: '2001:db8::1', port: 22, scheme: null }],
    ['2001:db8::1', { host: '2001:db8::1', port: null, scheme: null }],
    ['{{HOST}}', null],
    ['two words', null],
    ['https://', null],
    ['', null],
  ]
  for (const [typed, host] of cases) test(`"${typed}"`, () => assert.deepEqual(hostIn(typed), host))
})

test('a host field gives the port to the field of the port, and says what will happen', () => {
  const complete = hostAt('request.hostname', 'connect to', 'request.port')
  assert.equal(complete('db.example.com', {}), null)
  assert.deepEqual(complete('db.example.com:5432', { request: { port: 1 } }), {
    changes: { 'request.hostname': 'db.example.com', 'request.port': 5432 },
    words: 'Will connect to db.example.com, port 5432',
  })
  assert.deepEqual(complete('https://db.example.com/', {}), {
    changes: { 'request.hostname': 'db.example.com', 'request.port': 443 },
    words: 'Will connect to db.example.com, port 443',
  })
  // A port that somebody has typed counts more than the usual one.
  assert.deepEqual(complete('https://db.example.com/', { request: { port: 5432 } }), {
    changes: { 'request.hostname': 'db.example.com' },
    words: 'Will connect to db.example.com',
  })
})

test('what is sent is what the form said that it will use', () => {
  const fields = {
    'config.url': { complete: webAddressAt('config.url', 'send to') },
    name: { label: 'Name' },
  }
  const value = { name: 'hook', config: { url: 'hooks.example.com/x', method: 'POST' } }
  assert.deepEqual(completedValue({ sections: [], fields }, value), {
    name: 'hook',
    config: { url: 'https://hooks.example.com/x', method: 'POST' },
  })
  const whole = { name: 'hook', config: { url: 'https://hooks.example.com/x' } }
  assert.equal(completedValue({ sections: [], fields }, whole), whole)
})
