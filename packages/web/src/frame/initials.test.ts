import assert from 'node:assert/strict'
import { test } from 'node:test'
import { initialsOf } from './initials.ts'

test('initials of a name or of an address are one or two letters', () => {
  assert.equal(initialsOf('Ada Lovelace'), 'AL')
  assert.equal(initialsOf('Ada King von Lovelace'), 'AL')
  assert.equal(initialsOf('grace.hopper@example.net'), 'GH')
  assert.equal(initialsOf('ops@example.net'), 'O')
  assert.equal(initialsOf('😀 Émile'), '😀É')
  assert.equal(initialsOf(' '), '?')
})
