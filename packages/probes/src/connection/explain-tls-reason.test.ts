import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explainTlsReason } from './explain-tls-reason.ts'

test('a reason of OpenSSL that hides what is to be done is explained, any other stays as it is', () => {
  const table: [reason: string, shown: string][] = [
    ['wrong version number', 'wrong version number (the port does not speak TLS)'],
    [
      'tlsv13 alert certificate required',
      'tlsv13 alert certificate required (the server requires a client certificate)',
    ],
    ['sslv3 alert handshake failure', 'sslv3 alert handshake failure'],
  ]
  for (const [reason, shown] of table) assert.equal(explainTlsReason(reason), shown)
})
