import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { candidateNames, createResolverConfig, parseResolverConfig } from './resolver-config.ts'

test('servers, search list and ndots are read as the C library reads them', () => {
  const text = [
    '# written by hand',
    'nameserver 192.0.2.1 # the first',
    'nameserver\t2001:db8::1',
    '  nameserver fe80::1%eth0',
    'nameserver 192.0.2.4',
    'nameserver not-an-address',
    'domain old.example',
    'search corp.example. example',
    'options timeout:1 ndots:5 rotate',
    'sortlist 192.0.2.0',
  ].join('\n')
  assert.deepEqual(parseResolverConfig(text, 'host.elsewhere.example'), {
    servers: ['192.0.2.1', '2001:db8::1', 'fe80::1%eth0'],
    search: ['corp.example', 'example'],
    ndots: 5,
  })
})

test('what is not said has its default: this machine, its own domain, one dot', () => {
  assert.deepEqual(parseResolverConfig('', 'host.example.net'), {
    servers: ['127.0.0.1'],
    search: ['example.net'],
    ndots: 1,
  })
  assert.deepEqual(parseResolverConfig('search .\noptions ndots:99\n', 'host'), {
    servers: ['127.0.0.1'],
    search: [],
    ndots: 15,
  })
})

for (const [name, ndots, expected] of [
  ['db', 1, ['db.a.test', 'db.b.test', 'db']],
  ['db.', 1, ['db']],
  ['www.example.org', 1, ['www.example.org', 'www.example.org.a.test', 'www.example.org.b.test']],
  ['www.example.org', 5, ['www.example.org.a.test', 'www.example.org.b.test', 'www.example.org']],
  ['www.example.org.', 5, ['www.example.org']],
] as const) {
  test(`"${name}" with ndots ${ndots} is asked for as ${expected.join(', ')}`, () => {
    assert.deepEqual(candidateNames(name, { search: ['a.test', 'b.test'], ndots }), expected)
  })
}

test('a file that is rewritten is read again, and one that is missing leaves what the system knows', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-resolver-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'resolv.conf')
  assert.ok(createResolverConfig(file)().servers.length > 0)
  writeFileSync(file, 'nameserver 192.0.2.7\n')
  assert.deepEqual(createResolverConfig(file)().servers, ['192.0.2.7'])
})
