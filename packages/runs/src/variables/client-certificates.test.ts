import assert from 'node:assert/strict'
import { test } from 'node:test'
import { certificatesFor } from './client-certificates.ts'

const hosts = ['www.acme.test', '*.acme.test', 'login.acme.test', 'other.test', '127.0.0.1']
const certificates = hosts.map((host, index) => ({
  id: `00000000-0000-4000-8000-00000000000${index}`,
  host,
  cert: '',
  ca: null,
  key: null,
  passphrase: null,
}))
const chosen = (request: object) => certificatesFor({ request }, certificates).map(({ host }) => host)

test('a run gets the certificates for its host alone', () => {
  assert.deepEqual(chosen({ url: 'https://WWW.acme.test./x', followRedirects: false }), [
    'www.acme.test',
    '*.acme.test',
  ])
  assert.deepEqual(chosen({ url: 'login.acme.test', port: 443 }), ['*.acme.test', 'login.acme.test'])
  assert.deepEqual(chosen({ sslConfig: { hostname: '127.0.0.1' } }), ['127.0.0.1'])
  assert.deepEqual(chosen({ url: 'https://acme.test/', followRedirects: false }), [])
})

test('one that follows redirects gets those of its domain too, and never those of another', () => {
  assert.deepEqual(chosen({ url: 'http://www.acme.test/', followRedirects: true }), [
    'www.acme.test',
    '*.acme.test',
    'login.acme.test',
  ])
})

test('a certificate that is named is sent whatever its host', () => {
  const request = {
    sslConfig: { hostname: 'db.test' },
    sslClientCertificateId: certificates[3]?.id.toUpperCase(),
  }
  assert.deepEqual(chosen(request), ['other.test'])
})

test('a request without a host needs none', () => {
  assert.deepEqual(chosen({}), [])
  assert.deepEqual(certificatesFor(null, certificates), [])
})
