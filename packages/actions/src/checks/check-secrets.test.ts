import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownConfig } from './check-secrets.ts'

test('addresses are masked where a login stands', () => {
  for (const [address, masked] of [
    ['https://me:word@a.test/', 'https://me:***@a.test/'],
    ['https://me:wo@rd@a.test/', 'https://me:***@a.test/'],
    ['https:\\\\me:word@a.test/', 'https:\\\\me:***@a.test/'],
    ['https://token@a.test/', 'https://***@a.test/'],
    ['https://me:{{WORD}}@a.test/', 'https://me:{{WORD}}@a.test/'],
    ['https://me:@a.test/', 'https://me:@a.test/'],
    ['https://a.test/x@y?mail=a@b', 'https://a.test/x@y?mail=a@b'],
    ['https://a.test/?token={{TOKEN}}', 'https://a.test/?token={{TOKEN}}'],
    ['a.test', 'a.test'],
  ] as const) {
    const shown = shownConfig({ request: { url: address } }, 'READ_ONLY')
    assert.deepEqual(shown, { request: { url: masked } })
    assert.deepEqual(shownConfig({ request: { url: address } }, 'READ_WRITE'), { request: { url: address } })
  }
})
