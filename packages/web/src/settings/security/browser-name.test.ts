import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { browserName } from './browser-name.ts'

const cases = [
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome on Linux',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  ['curl/8.5.0', 'curl'],
  ['SomethingElse', 'SomethingElse'],
  [null, 'Unknown browser'],
] as const

suite('a browser is called', () => {
  for (const [userAgent, name] of cases) {
    test(name, () => assert.equal(browserName(userAgent), name))
  }
})
