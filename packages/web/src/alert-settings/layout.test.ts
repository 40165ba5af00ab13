import assert from 'node:assert/strict'
import { test } from 'node:test'
import { helpOf } from '../schema-form/form-layout.ts'
import { alertSettingsLayout as layout } from './layout.ts'

test('only settings with reminders say when these are sent', () => {
  const helpWith = (amount: number) =>
    helpOf({ layout, value: { reminders: { amount } } }, 'reminders.amount')
  assert.equal(helpWith(0), undefined)
  assert.equal(helpWith(3), 'After the first alert.')
  assert.equal(helpWith(100_000), 'After the first alert.')
})
