import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutTerminalCodes } from './terminal-codes.ts'

test('colours and links that programs write for terminals are left out', () => {
  assert.equal(
    withoutTerminalCodes('\u001b[31mred\u001b[39m \u001b]8;;http://x/\u0007link\u001b]8;;\u0007 [1]'),
    'red link [1]',
  )
})
