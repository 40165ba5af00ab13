import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeResult } from './describe-result.ts'

test('whatever a target says, a result is one line and moves no cursor', () => {
  const result = { status: 'FAILED', logicalId: 'shop', name: 'Shop', responseTime: 12.4 } as const
  const flags = { hasErrors: false, isDegraded: false }
  assert.equal(
    describeResult({ ...result, ...flags, reason: 'received "\x1b[2K\rpassed check\n::error::"' }),
    'failed check "shop" (12 ms): received "?[2K passed check ::error::"',
  )
  assert.equal(
    describeResult({ ...result, hasErrors: true, isDegraded: false, responseTime: null, reason: null }),
    'not run check "shop"',
  )
})
