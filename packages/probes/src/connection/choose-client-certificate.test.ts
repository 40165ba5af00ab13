import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunCertificate } from '@sonde/schema/agents/agent-protocol.ts'
import { chooseClientCertificate } from './choose-client-certificate.ts'

function certificate(id: string, host: string): RunCertificate {
  return { id, host, cert: '', key: null, ca: null, passphrase: null }
}

const stored = [
  certificate('old exact', 'api.acme.com'),
  certificate('exact', 'API.acme.com'),
  certificate('old wildcard', '*.acme.com'),
  certificate('wildcard', '*.Acme.com'),
]

test('synthetic case 27: an exact name beats a wildcard, the newest wins, letters of either case are the same', () => {
  const cases = [
    ['api.acme.com', 'exact'],
    ['Api.Acme.Com.', 'exact'],
    ['shop.acme.com', 'wildcard'],
    ['a.shop.acme.com', null],
    ['acme.com', null],
    ['.acme.com', null],
    ['api.acme.com.evil.example', null],
  ] as const
  for (const [host, id] of cases) {
    assert.equal(chooseClientCertificate(stored, host)?.id ?? null, id, host)
  }
})
