import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missingInScope, scopeBody, wholeScope, type Scope } from './channel-scope.ts'

const full: Scope = {
  kind: 'all',
  tags: ['shop'],
  groups: [{ id: 3, name: 'Shop' }],
  checks: [{ id: 'a', name: 'Checkout' }],
}

test('a new channel is notified of all checks unless told otherwise, and only the chosen kind is sent', () => {
  assert.deepEqual(scopeBody(wholeScope), { all: true })
  assert.deepEqual(scopeBody({ ...full, kind: 'tags' }), { tags: ['shop'] })
  assert.deepEqual(scopeBody({ ...full, kind: 'groups' }), { groupIds: [3] })
  assert.deepEqual(scopeBody({ ...full, kind: 'checks' }), { checkIds: ['a'] })
  assert.equal(scopeBody({ ...full, kind: 'none' }), undefined)
})

test('a kind without a choice is not saved by mistake', () => {
  assert.match(missingInScope({ ...wholeScope, kind: 'groups' }) ?? '', /at least one group/)
  assert.equal(missingInScope({ ...full, kind: 'groups' }), null)
  assert.equal(missingInScope({ ...wholeScope, kind: 'none' }), null)
})
