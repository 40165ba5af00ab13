import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskPassword } from './proxy-url.ts'

const cases: [string, string][] = [
  ['http://proxy:3128', 'http://proxy:3128'],
  ['http://proxy', 'http://proxy'],
  ['https://ada:hunter2@proxy:3128', 'https://ada:*********@proxy:3128'],
  ['https://ada:@proxy:3128', 'https://ada:*********@proxy:3128'],
  ['https://ada@proxy', 'https://ada@proxy'],
  ['http://:hunter2@proxy', 'http://:*********@proxy'],
  ['http://ada:hun:ter@2@proxy', 'http://ada:*********@proxy'],
  ['http://ada:hun/ter?2@{{HOST}}', 'http://ada:*********@{{HOST}}'],
  ['ada:hunter2@{{HOST}}', 'ada:*********@{{HOST}}'],
  ['{{PROXY_URL}}', '{{PROXY_URL}}'],
]
for (const [proxyUrl, shown] of cases) {
  test(`${proxyUrl} is shown as ${shown}`, () => assert.equal(maskPassword(proxyUrl), shown))
}
