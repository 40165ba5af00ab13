import assert from 'node:assert/strict'
import { test } from 'node:test'
import { configurationKindWord } from '@sonde/schema/accounts/configuration-words.ts'
import { countsInWords, worthTelling } from './import-words.ts'

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

test('what is left out is counted only where something is', () => {
  const counts = { dryRun: true, created: 5, updated: 0, unchanged: 1, skipped: 0 }
  assert.equal(countsInWords(counts), '5 would be created, 0 would be changed, 1 is the same.')
  assert.equal(
    countsInWords({ ...counts, dryRun: false, skipped: 2 }),
    '5 created, 0 changed, 1 was the same, 2 left out.',
  )
})
