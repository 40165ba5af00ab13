import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserAnswer } from '../browsers/find-browser.ts'
import { missingBrowsers } from './suite-browsers.ts'

const having = (name: 'chromium' | 'chrome'): BrowserAnswer => ({
  kind: 'found',
  browser: { name, version: '156.0.1', path: '/x', ffmpeg: null },
})

test('case 11: a suite in Firefox at a location with Chromium is told what there is', () => {
  const why = missingBrowsers(['chromium', 'firefox'], having('chromium'))
  assert.match(why ?? '', /needs firefox, and this location has chromium 156\.0\.1/)
  assert.equal(missingBrowsers(['chromium'], having('chromium')), null)
  assert.equal(missingBrowsers(['chromium', 'chrome'], having('chrome')), null)
  assert.match(missingBrowsers(['chrome'], having('chromium')) ?? '', /needs chrome/)
  assert.match(missingBrowsers(['msedge', 'webkit'], having('chrome')) ?? '', /needs msedge, webkit/)
})

test('case 11: without any browser only suites that need none can run', () => {
  const none: BrowserAnswer = { kind: 'missing', why: 'there is none here' }
  assert.equal(missingBrowsers(['chromium'], none), 'there is none here')
  assert.equal(missingBrowsers([], none), null)
})
