import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAuditSearch, withFilter } from './search-params.ts'

test('the address is read as far as it makes sense', () => {
  assert.deepEqual(
    readAuditSearch({
      entityType: 'CHECK',
      entityId: 12,
      from: 'yesterday',
      to: '2026-11-15T12:00Z',
      page: 3,
    }),
    {
      entityType: 'CHECK',
      entityId: '12',
      to: '2026-11-15T12:00:00.000Z',
    },
  )
})

test('another filter begins at the first page', () => {
  const search = { entityType: 'CHECK', after: '99' }
  assert.deepEqual(withFilter(search, { action: 'DELETE' }), { entityType: 'CHECK', action: 'DELETE' })
  assert.deepEqual(withFilter(search, { entityType: undefined }), {})
  assert.deepEqual(withFilter(search, { entityType: '' }), {})
})
