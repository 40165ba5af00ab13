import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseProxy, isUsableBypass, proxySecrets } from './proxy-choice.ts'

const https = new URL('http://secure-proxy:3128')
const http = new URL('http://plain-proxy:3128')

for (const { name, url, httpsProxy, httpProxy, noProxy, chosen } of [
  {
    name: 'no proxy is set',
    url: 'https://a.b',
    httpsProxy: null,
    httpProxy: null,
    noProxy: '',
    chosen: null,
  },
  {
    name: 'https prefers HTTPS_PROXY',
    url: 'https://a.b',
    httpsProxy: https,
    httpProxy: http,
    noProxy: '',
    chosen: https,
  },
  {
    name: 'https takes HTTP_PROXY alone',
    url: 'https://a.b',
    httpsProxy: null,
    httpProxy: http,
    noProxy: '',
    chosen: http,
  },
  {
    name: 'http prefers HTTP_PROXY',
    url: 'http://a.b',
    httpsProxy: https,
    httpProxy: http,
    noProxy: '',
    chosen: http,
  },
  {
    name: 'a host',
    url: 'https://a.b',
    httpsProxy: https,
    httpProxy: null,
    noProxy: 'x.y,A.B',
    chosen: null,
  },
  {
    name: 'a suffix',
    url: 'https://s.a.b',
    httpsProxy: https,
    httpProxy: null,
    noProxy: '.a.b',
    chosen: null,
  },
  {
    name: 'a host covers what is below it',
    url: 'https://s.a.b',
    httpsProxy: https,
    httpProxy: null,
    noProxy: 'a.b',
    chosen: null,
  },
  {
    name: 'no half names',
    url: 'https://sa.b',
    httpsProxy: https,
    httpProxy: null,
    noProxy: 'a.b',
    chosen: https,
  },
  { name: 'a star', url: 'https://a.b', httpsProxy: https, httpProxy: null, noProxy: '*', chosen: null },
  {
    name: 'a port that fits',
    url: 'https://a.b',
    httpsProxy: https,
    httpProxy: null,
    noProxy: 'a.b:443',
    chosen: null,
  },
  {
    name: 'another port',
    url: 'https://a.b:8443',
    httpsProxy: https,
    httpProxy: null,
    noProxy: 'a.b:443',
    chosen: https,
  },
  {
    name: 'a range',
    url: 'https://10.1.2.3',
    httpsProxy: https,
    httpProxy: null,
    noProxy: '10.0.0.0/8',
    chosen: null,
  },
  {
    name: 'outside of a range',
    url: 'https://11.1.2.3',
    httpsProxy: https,
    httpProxy: null,
    noProxy: '10.0.0.0/8',
    chosen: https,
  },
  {
    name: 'a range of IPv6',
    url: 'https://[fd00::5]',
    httpsProxy: https,
    httpProxy: null,
    noProxy: 'fd00::/8',
    chosen: null,
  },
  {
    name: 'a bare IPv6 address',
    url: 'https://[fd00::5]',
    httpsProxy: https,
    httpProxy: null,
    noProxy: 'fd00::5',
    chosen: null,
  },
]) {
  test(`proxy for the service: ${name}`, () => {
    const settings = { httpsProxy, httpProxy, noProxy: noProxy.split(',').filter((entry) => entry !== '') }
    assert.equal(chooseProxy(new URL(url), settings), chosen)
  })
}

test('a range that is none is not usable', () => {
  assert.deepEqual(['10.0.0.0/33', 'a/8', '10.0.0.0/', 'fd00::/129'].map(isUsableBypass), [
    false,
    false,
    false,
    false,
  ])
  assert.deepEqual(['10.0.0.0/8', 'a.b', '*', 'fd00::/8'].map(isUsableBypass), [true, true, true, true])
})

test('the secrets of a proxy are its password, as written and as meant, alone and with the user', () => {
  assert.deepEqual(proxySecrets(new URL('http://u:p%40ss@proxy')), ['p@ss', 'p%40ss', 'u:p@ss'])
  assert.deepEqual(proxySecrets(new URL('http://proxy')), [])
  // A percent sign that encodes nothing.
  assert.deepEqual(proxySecrets(new URL('http://u:100%sure@proxy')), ['100%sure', '100%sure', 'u:100%sure'])
})
