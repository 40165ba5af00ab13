import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { RecordedTest } from '../playwright/test-run-evidence.ts'
import { findLostBrowser } from './find-lost-browser.ts'

const killed = { why: 'SIGKILL', isKilled: true }
const testOf = (title: string, isOk: boolean): RecordedTest => ({
  title,
  status: isOk ? 'passed' : 'failed',
  isOk,
  errors: [],
})

suite('the browser for whose lack a run has failed', () => {
  test('is that of all tests that failed', () => {
    const lost = { ...killed, test: 'shop' }
    const tests = [testOf('login', true), testOf('shop', false)]
    assert.equal(findLostBrowser({ tests }, { lostBrowsers: [lost] }), lost)
    const both = [lost, { why: 'no memory', isKilled: false, test: 'basket' }]
    assert.equal(
      findLostBrowser({ tests: [...tests, testOf('basket', false)] }, { lostBrowsers: both }),
      lost,
    )
  })

  test('is none where a test failed that had one, and where none was lost', () => {
    const tests = [testOf('login', false), testOf('shop', false)]
    assert.equal(findLostBrowser({ tests }, { lostBrowsers: [{ ...killed, test: 'shop' }] }), null)
    assert.equal(findLostBrowser({ tests }, { lostBrowsers: [] }), null)
  })

  test('is that of a script that is no test', () => {
    const lost = { ...killed, test: null }
    assert.equal(findLostBrowser({ tests: [testOf('script.js', false)] }, { lostBrowsers: [lost] }), lost)
  })
})
