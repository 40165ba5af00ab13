import assert from 'node:assert/strict'
import { test } from 'node:test'
import { configurationKindWord } from '@sonde/schema/accounts/configuration-words.ts'
import { worthTelling } from './import-words.ts'

test('the lists of a document are told in words', () => {
  assert.deepEqual(['checks', 'maintenanceWindows', 'statusPageServices'].map(configurationKindWord), [
    'check',
    'maintenance window',
    'status page service',
  ])
})

test('what stays as it is is not listed', () => {
  const item = { kind: 'checks', id: '1', sourceId: '1', name: 'x' }
  const items = [
    { ...item, action: 'unchanged' as const },
    { ...item, action: 'created' as const },
  ]
  assert.deepEqual(worthTelling(items), [items[1]])
})
