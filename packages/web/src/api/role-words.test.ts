import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withRoleNames } from './role-words.ts'

test('a refusal names the role as the list of members does, and leaves other words alone', () => {
  assert.equal(
    withRoleNames('This needs the role READ_WRITE or higher'),
    'This needs the role Editor or higher',
  )
  assert.equal(
    withRoleNames('The header X-CSRF-Token is missing: GET /v1/session returns its value'),
    'The header X-CSRF-Token is missing: GET /v1/session returns its value',
  )
})
