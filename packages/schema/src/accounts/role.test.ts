import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { mayActAs, roles } from './role.ts'

suite('roles', () => {
  for (const [rank, held] of roles.entries()) {
    test(`${held} may do what it and the lower ones may, and nothing above`, () => {
      const allowed = roles.filter((needed) => mayActAs(held, needed))
      assert.deepEqual(allowed, roles.slice(rank))
    })
  }
})
