import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindOf } from './check-kinds.ts'
import type { CheckType } from './check-type.ts'

const table: [checkType: CheckType, request: unknown, shown: string | null][] = [
  ['TCP', { hostname: 'db.example.net', port: 5432 }, 'db.example.net:5432'],
  ['TCP', { hostname: '2001:db8::7', port: 5432 }, '[2001:db8::7]:5432'],
  ['SSL', { sslConfig: { hostname: 'shop.example.com', port: 8443 } }, 'shop.example.com:8443'],
  ['GRPC', { url: 'rpc.example.net', port: 443 }, 'rpc.example.net:443'],
  ['GRPC', { url: 'rpc.example.net', port: '{{PORT}}' }, 'rpc.example.net:{{PORT}}'],
  ['DNS', { query: 'www.example.org', recordType: 'A', nameServer: null, port: null }, 'www.example.org (A)'],
  [
    'DNS',
    { query: 'www.example.org', recordType: 'MX', nameServer: 'ns1.example.org', port: 53 },
    'www.example.org (MX) @ns1.example.org',
  ],
  [
    'DNS',
    { query: 'www.example.org', recordType: 'MX', nameServer: '2001:db8::53', port: 5353 },
    'www.example.org (MX) @[2001:db8::53]:5353',
  ],
  ['TCP', null, null],
  ['SSL', { sslConfig: 7 }, null],
  ['DNS', { query: 7 }, null],
]

for (const [checkType, request, shown] of table) {
  test(`the target of ${checkType} is told as ${shown}`, () => {
    assert.equal(kindOf(checkType).run?.targetOf({ request }), shown)
  })
}
