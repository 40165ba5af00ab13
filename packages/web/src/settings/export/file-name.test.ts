import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileNameOf } from './file-name.ts'

const now = Date.parse('2026-11-15T12:00:00Z')

test('a file is named after the account and the day', () => {
  assert.equal(fileNameOf('Acme GmbH', now), 'sonde-acme-gmbh-2026-11-15.json')
  assert.equal(fileNameOf('../../Köln!', now), 'sonde-ko-ln-2026-11-15.json')
  assert.equal(fileNameOf('東京', now), 'sonde-account-2026-11-15.json')
})
