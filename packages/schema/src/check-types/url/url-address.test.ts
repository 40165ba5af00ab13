import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { assertLinear } from '@sonde/ground/testing/growth.ts'
import { httpsHostOf } from '../http-certificate.ts'
import { urlMistake } from './url-address.ts'

suite('an address of a URL monitor', () => {
  const good = [
    'http://a',
    'https://shop.example.com/path?q=1#part',
    'HTTPS://EXAMPLE.com',
    'https://user:password@example.com:8443/',
    'http://[::1]:8080/',
    'http://192.0.2.7/',
    'https://münchen.example/straße',
    'http://example.com/two words',
    'https://{{HOST}}/',
    'https://{{HOST}}:{{PORT}}/{{PATH}}?t={{{TOKEN}}}',
    'https://a.{{ZONE}}:8{{PORT}}',
    'https://{{USER}}:{{PASSWORD}}@example.com',
    '{{BASE_URL}}/health',
    '{{{BASE_URL}}}',
    '{{SCHEME}}://example.com:{{PORT}}/',
  ]
  for (const url of good) test(`${url} is one`, () => assert.equal(urlMistake(url), null))

  const bad: [string, RegExp][] = [
    ['example.com', /begin with http/],
    ['ftp://example.com', /begin with http/],
    ['file:///etc/passwd', /begin with http/],
    ['javascript:alert(1)', /begin with http/],
    ['http:example.com', /begin with http/],
    ['http:/example.com', /begin with http/],
    [' http://example.com', /begin with http/],
    ['x{{BASE_URL}}', /begin with http/],
    ['http://', /valid address/],
    ['https://a b/', /valid address/],
    ['https://example.com:99999/', /valid address/],
    ['https://example.com:port/', /valid address/],
    ['https://[::1/', /valid address/],
    ['https://256.256.256.256/', /valid address/],
  ]
  for (const [url, says] of bad) test(`${url} is none`, () => assert.match(urlMistake(url) ?? '', says))

  for (const [start, repeated] of [
    ['', '{{'],
    ['', ':{{a}}'],
    ['http://', '{'],
  ] as const) {
    test(`any number of ${repeated} is looked through once`, () => {
      assertLinear(5_000, (size) => void urlMistake(start + repeated.repeat(size)))
    })
  }
})

suite('the host whose certificate a URL monitor depends on', () => {
  const table: [string, string | null][] = [
    ['https://example.com/', 'example.com'],
    ['https://EXAMPLE.com:443', 'example.com'],
    ['https://example.com:8443/path', 'example.com:8443'],
    ['https://user:p@ss@example.com/', 'example.com'],
    ['https://{{USER}}:{{PASSWORD}}@example.com/', 'example.com'],
    ['https://example.com/{{PATH}}', 'example.com'],
    ['https://[::1]:8443/', '[::1]:8443'],
    ['http://example.com/', null],
    ['https://{{HOST}}/', null],
    ['https://a.{{ZONE}}/', null],
    ['https://example.com:{{PORT}}/', null],
    ['{{BASE_URL}}/', null],
    ['nonsense', null],
  ]
  for (const [url, host] of table) {
    test(`${url}: ${host}`, () => assert.equal(httpsHostOf({ request: { url } }), host))
  }

  test('a configuration without an address has none', () => {
    for (const config of [null, {}, { request: {} }, { request: { url: 7 } }]) {
      assert.equal(httpsHostOf(config), null)
    }
  })
})
